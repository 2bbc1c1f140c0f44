import { Route, Routes } from 'react-router-dom';
import { BulkEditPage } from './BulkEditPage';

/** A page for each type. */
export const BulkEditPages = () => (
  <Routes>
    <Route path=":model" element={<BulkEditPage />} />
  </Routes>
);
