import { Route, Routes } from 'react-router-dom';
import { FilesPage } from './FilesPage';
import { HealthPage } from './HealthPage';
import { PaymentProductsPage } from './PaymentProductsPage';
import { WaitingPage } from './WaitingPage';

/** The page of the menu, and the lists of files, payment products and what pages wait for behind it. */
export const HealthPages = () => (
  <Routes>
    <Route index element={<HealthPage />} />
    <Route path="files/:code" element={<FilesPage />} />
    <Route path="waiting" element={<WaitingPage />} />
    <Route path="payment-products" element={<PaymentProductsPage />} />
  </Routes>
);
