import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { hasPrometheus, ops, promtool } from './prometheus';

const root = path.resolve(__dirname, '../..');

type Rule = { alert: string; annotations: { runbook: string } };

const rules = (
  parse(readFileSync(path.join(ops, 'alerts.yml'), 'utf8')) as { groups: { rules: Rule[] }[] }
).groups.flatMap((group) => group.rules);

describe('The rules by which somebody is called', () => {
  (hasPrometheus() ? it : it.skip)('fire each on its fault, and on nothing that is well', () => {
    expect(promtool('check', 'config', 'prometheus.yml')).toMatch(/^0\n/);
    expect(promtool('test', 'rules', 'alerts.test.yml')).toMatch(/^0\n/);
    const tried = readFileSync(path.join(ops, 'alerts.test.yml'), 'utf8');
    for (const { alert } of rules) expect(tried).toContain(`alertname="${alert}"`);
  });

  it('lead whoever is called to what it means and what to do', () => {
    const page = readFileSync(path.join(root, 'docs/operations.md'), 'utf8');
    const anchors = [...page.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
      title.toLowerCase().replaceAll(' ', '-'),
    );
    for (const { annotations } of rules) {
      const [file, anchor] = annotations.runbook.split('#');
      expect(file).toBe('docs/operations.md');
      expect(anchors).toContain(anchor);
    }
  });
});
