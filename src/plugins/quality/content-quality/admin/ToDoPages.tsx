import { Route, Routes } from 'react-router-dom';
import { FilesPage } from './FilesPage';
import { ToDoPage } from './ToDoPage';
import { PaymentProductsPage } from './PaymentProductsPage';
import { WaitingPage } from './WaitingPage';

/** Routes of the menu page and of its lists of files, payment products and awaited entries. */
export const ToDoPages = () => (
  <Routes>
    <Route index element={<ToDoPage />} />
    <Route path="files/:code" element={<FilesPage />} />
    <Route path="waiting" element={<WaitingPage />} />
    <Route path="payment-products" element={<PaymentProductsPage />} />
  </Routes>
);
