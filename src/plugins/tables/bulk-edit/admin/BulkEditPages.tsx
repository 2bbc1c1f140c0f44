import { Route, Routes } from 'react-router-dom';
import { BulkEditPage } from './BulkEditPage';
import { PlacePage } from './PlacePage';

/** Routes of the bulk edit pages of each type. */
export const BulkEditPages = () => (
  <Routes>
    <Route path=":model" element={<BulkEditPage />} />
    <Route path=":model/places" element={<PlacePage />} />
  </Routes>
);
