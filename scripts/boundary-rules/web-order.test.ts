import { expect, test } from 'vitest'
import { upwardImport } from './web-order.ts'

const src = 'apps/web/src/'
const workflow = `${src}domains/flow/workflow/`

test('an import from a higher folder is refused and named', () => {
  expect(upwardImport({ file: `${src}lib/api.ts`, target: `${src}ui/toast-store.ts` })).toBe('ui is above lib')
  expect(upwardImport({ file: `${src}ui/menu.tsx`, target: `${src}domains/chat/chat/index.ts` })).toBe(
    'domains is above ui',
  )
  expect(
    upwardImport({ file: `${src}domains/ground/admin/a.ts`, target: `${src}domains/market/explore/index.ts` }),
  ).toBe('market is above ground')
  expect(
    upwardImport({ file: `${workflow}canvas/canvas-body.tsx`, target: `${workflow}menus/add-node-menu.tsx` }),
  ).toBe('menus is above canvas')
})

test('imports downward, within a folder and of packages are allowed', () => {
  expect(
    upwardImport({ file: `${src}routes/space.routes.tsx`, target: `${src}domains/chat/chat/index.ts` }),
  ).toBeUndefined()
  expect(
    upwardImport({ file: `${workflow}pages/editor-frame.tsx`, target: `${workflow}run/run-sheet.tsx` }),
  ).toBeUndefined()
  expect(upwardImport({ file: `${workflow}run/run-sheet.tsx`, target: `${workflow}run/run-ui.ts` })).toBeUndefined()
  expect(
    upwardImport({ file: `${workflow}run/run-sheet.tsx`, target: `${workflow}workflow.queries.ts` }),
  ).toBeUndefined()
  expect(upwardImport({ file: `${src}lib/api.ts`, target: 'react' })).toBeUndefined()
})
