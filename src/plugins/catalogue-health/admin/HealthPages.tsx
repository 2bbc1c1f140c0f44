import { Route, Routes } from 'react-router-dom';
import { FilesPage } from './FilesPage';
import { HealthPage } from './HealthPage';
import { PaymentProductsPage } from './PaymentProductsPage';

/** The page of the menu, and the lists of files and payment products behind it. */
export const HealthPages = () => (
  <Routes>
    <Route index element={<HealthPage />} />
    <Route path="files/:code" element={<FilesPage />} />
    <Route path="payment-products" element={<PaymentProductsPage />} />
  </Routes>
);
