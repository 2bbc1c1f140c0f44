import type { Feature } from '#feature/feature';
import { draftTexts } from './server/imports/entry-texts';
import { runDefinitions } from './server/store/stored-run';
import { computeSheetMemory } from './server/file/sheet-thread';
import { defineRunJobs } from './server/runs/process-run';
import { importSettings } from './settings';

export { delimiters, encodings, formats, layouts, type Run } from './runs';
export { parseAnswers, CommandError, exportToFile, importFromFile } from './server/operator';

/** Exports entries and page texts to spreadsheets, and imports them. */
export const importExport: Feature = {
  name: 'import-export',
  folder: __dirname,
  settings: [importSettings],
  auditedActions: {
    routes: {
      'POST /import-export/exports': {
        action: 'export.entries',
        target: 'entries',
        recordedValues: ['uid', 'layout', 'format'],
      },
      'POST /import-export/runs/:id/start': { action: 'import.entries', target: 'import' },
      'POST /import-export/runs/:id/undo': { action: 'import.undone', target: 'import' },
    },
  },
  draftTexts,
  maxMemory: (context) => computeSheetMemory(importSettings.of(context).maxFileSize),
  definitions: () => runDefinitions,
  register: defineRunJobs,
};
