import { Route, Routes } from 'react-router-dom';
import { ImportExportPage } from './ImportExportPage';
import { RunPage } from './RunPage';

/** Routes of the start page and of the page of each run. */
export const ImportExportPages = () => (
  <Routes>
    <Route index element={<ImportExportPage />} />
    <Route path="runs/:id" element={<RunPage />} />
  </Routes>
);
