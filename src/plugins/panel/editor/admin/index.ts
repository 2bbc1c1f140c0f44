import { useEffect } from 'react';
import type { PanelFeature } from '#feature/admin/panel';
import { getContentManager } from '#platform/strapi/admin/content-manager';
import { translateFixedLabels } from '#platform/strapi/admin/language';
import { sendBulkLanguages } from '#platform/strapi/admin/requests';
import { improveTextEditors, mergeTabStops } from '#platform/strapi/admin/tab-stops';
import { ActionsInSight, EmptiedFields, sendEmptiedFields } from './form-extensions';
import { CardNames } from './card-names';
import { translateChoiceCells, translateFields } from './translate-fields';
import { divideForms, sectionHeading } from './form-sections';
import { GuidedInput, NumberInput } from './inputs';
import { askForFillInLanguage } from './FillIn';
import { editorMessages } from './messages';
import { LazyDateTimeInput } from './LazyDateTimeInput';

/** Makes the text editors of a form accessible, and its Tab stops few, while it is open. */
const TextEditors = () => {
  useEffect(improveTextEditors, []);
  useEffect(mergeTabStops, []);
  return null;
};

/** Field types with Strapi's plain inputs. */
const guided = [...['string', 'text', 'email', 'biginteger'], ...['date', 'time', 'enumeration']];

/** Translates the labels and hints of fields, and extends the inputs and messages of forms. */
export const panel: PanelFeature = {
  name: 'editor',
  translations: editorMessages,
  register(app): void {
    app.addFields([
      ...guided.map((type) => ({ type, Component: GuidedInput })),
      ...['integer', 'decimal', 'float'].map((type) => ({ type, Component: NumberInput })),
      { type: 'datetime', Component: LazyDateTimeInput },
      sectionHeading,
    ]);
  },
  bootstrap(app, { layouts }): void {
    translateFields(app, layouts);
    divideForms(app, layouts);
    translateChoiceCells(app);
    sendEmptiedFields();
    sendBulkLanguages();
    translateFixedLabels();
    getContentManager(app).addDocumentHeaderAction(askForFillInLanguage);
    const contentManager = app.getPlugin('content-manager');
    for (const [name, Component] of Object.entries({
      ActionsInSight,
      CardNames,
      EmptiedFields,
      TextEditors,
    })) {
      contentManager.injectComponent('editView', 'right-links', { name, Component });
    }
  },
};
