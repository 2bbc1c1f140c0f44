import { Route, Routes } from 'react-router-dom';
import { FilesPage } from './FilesPage';
import { HealthPage } from './HealthPage';
import { PaymentProductsPage } from './PaymentProductsPage';
import { WaitingPage } from './WaitingPage';

/** Routes of the menu page and of its lists of files, payment products and awaited entries. */
export const HealthPages = () => (
  <Routes>
    <Route index element={<HealthPage />} />
    <Route path="files/:code" element={<FilesPage />} />
    <Route path="waiting" element={<WaitingPage />} />
    <Route path="payment-products" element={<PaymentProductsPage />} />
  </Routes>
);
