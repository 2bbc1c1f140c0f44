import { Route, Routes } from 'react-router-dom';
import { FilesPage } from './FilesPage';
import { HealthPage } from './HealthPage';

/** The page of the menu, and the lists of files behind it. */
export const HealthPages = () => (
  <Routes>
    <Route index element={<HealthPage />} />
    <Route path="files/:code" element={<FilesPage />} />
  </Routes>
);
