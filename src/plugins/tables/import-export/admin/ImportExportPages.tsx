import { Route, Routes } from 'react-router-dom';
import { ImportExportPage } from './ImportExportPage';
import { RunPage } from './RunPage';

/** Where one begins, and a page for each import and export. */
export const ImportExportPages = () => (
  <Routes>
    <Route index element={<ImportExportPage />} />
    <Route path="runs/:id" element={<RunPage />} />
  </Routes>
);
