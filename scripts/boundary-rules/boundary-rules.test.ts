import { expect, test } from 'vitest'
import { cycles } from './cycles.ts'
import { districtOrder } from './district-order.ts'
import { fileNames } from './file-names.ts'
import { folderOrder, folderOrders } from './folder-order.ts'
import { layers } from './layers.ts'
import { packages } from './packages.ts'
import { privateFiles } from './private-files.ts'
import { routes } from './routes.ts'
import type { Rule } from './rule.ts'
import { parseTree } from './source-tree.ts'
import { tableOwners } from './table-owners.ts'

const server = 'apps/server/src'
const chat = `${server}/domains/chat/conversation`
const flow = `${server}/domains/flow/run`

/** The violations of a rule in a small tree, as `file:line target`. */
const found = (rule: Rule, files: Record<string, string>) =>
  Array.from(rule.find(parseTree(Object.entries(files))), ({ file, line, target }) => `${file}:${line} ${target}`)

test('packages depend on each other in one direction', () => {
  expect(
    found(packages, {
      'packages/contract/src/kit.ts': `import { z } from 'zod'\nimport { eq } from 'drizzle-orm'`,
      'packages/engine/src/run.ts': `import { readFile } from 'node:fs'`,
      'apps/web/src/app.ts': `import type { A } from '@orrery/contract'\nimport { contract } from '@orrery/contract'`,
      'apps/web/src/reach.ts': `import '../../server/src/app.ts'`,
    }),
  ).toEqual([
    'packages/contract/src/kit.ts:2 drizzle-orm',
    'packages/engine/src/run.ts:1 node:fs',
    'apps/web/src/app.ts:2 @orrery/contract',
    'apps/web/src/reach.ts:1 apps/server/src/app.ts',
  ])
})

test('the kit imports no domain, and a layer imports none above it', () => {
  expect(
    found(layers, {
      [`${server}/kit/access.ts`]: `import type { Turn } from '#domains/chat/conversation/conversation.table.ts'`,
      [`${chat}/conversation.repo.ts`]: `import type { S } from './conversation.service.ts'`,
      [`${chat}/conversation.service.ts`]: `import { repo } from './conversation.repo.ts'`,
      [`${server}/wire/chat.ts`]: `import { create } from '#domains/chat/conversation/conversation.repo.ts'`,
    }),
  ).toEqual([
    `${server}/kit/access.ts:1 ${chat}/conversation.table.ts`,
    `${chat}/conversation.repo.ts:1 ${chat}/conversation.service.ts`,
  ])
})

test('other domains import only the type of a service, and nothing of a repo', () => {
  expect(
    found(layers, {
      [`${flow}/a.ts`]: `import type { S } from '#domains/chat/conversation/conversation.service.ts'`,
      [`${flow}/b.ts`]: `import { S } from '#domains/chat/conversation/conversation.service.ts'`,
      [`${flow}/c.ts`]: `import type { R } from '#domains/chat/conversation/conversation.repo.ts'`,
    }),
  ).toEqual([`${flow}/b.ts:1 ${chat}/conversation.service.ts`, `${flow}/c.ts:1 ${chat}/conversation.repo.ts`])
})

test('a lower district imports nothing from a higher one, not even types', () => {
  expect(
    found(districtOrder, {
      [`${chat}/up.ts`]: `import {\n  type Run,\n} from '#domains/flow/run/run.service.ts'`,
      [`${flow}/down.ts`]: `import type { Turn } from '#domains/chat/conversation/conversation.table.ts'`,
      'packages/contract/src/domains/library/folder.ts': `import { project } from '../studio/project/shapes.ts'`,
      'apps/web/src/domains/ground/admin/tabs.ts': `const tab = () => import('#domains/market/explore/index.ts')`,
      [`${server}/domains/elsewhere/thing/a.ts`]: `import type { T } from '#domains/chat/trace/trace.table.ts'`,
    }),
  ).toEqual([
    `${chat}/up.ts:1 ${flow}/run.service.ts`,
    'packages/contract/src/domains/library/folder.ts:1 packages/contract/src/domains/studio/project/shapes.ts',
    'apps/web/src/domains/ground/admin/tabs.ts:1 apps/web/src/domains/market/explore/index.ts',
    `${server}/domains/elsewhere/thing/a.ts:1 ${server}/domains/chat/trace/trace.table.ts`,
  ])
})

test('a file without a role is private to its domain unless it is shared', () => {
  expect(
    found(privateFiles, {
      [`${flow}/a.ts`]: `import { words } from '#domains/chat/conversation/words.ts'`,
      [`${flow}/b.ts`]: `import { words } from '#domains/chat/conversation/shared/words.ts'`,
      [`${chat}/c.ts`]: `import { words } from './words.ts'`,
      'apps/web/src/domains/flow/workflow/a.ts': `import { x } from '#domains/chat/chat/panel.tsx'`,
      'apps/web/src/domains/flow/workflow/b.ts': `import { x } from '#domains/chat/chat/index.ts'`,
    }),
  ).toEqual([
    `${flow}/a.ts:1 ${chat}/words.ts`,
    'apps/web/src/domains/flow/workflow/a.ts:1 apps/web/src/domains/chat/chat/panel.tsx',
  ])
})

test('routes neither import nor receive a database or a repo', () => {
  expect(
    found(routes, {
      [`${flow}/a.routes.ts`]: `import { eq } from 'drizzle-orm'\nexport const routes = (db) => ({ get: () => db.x })`,
      [`${flow}/b.routes.ts`]: `import type { RunRepo } from './run.repo.ts'`,
      [`${flow}/c.routes.ts`]: `export const routes = ({ repo }: Deps) => repo.list()`,
      [`${flow}/d.routes.ts`]: `import type { RunService } from './run.service.ts'\nconst routes = (runs: RunService) => runs`,
    }),
  ).toEqual([
    `${flow}/a.routes.ts:1 drizzle-orm`,
    `${flow}/a.routes.ts:2 db`,
    `${flow}/b.routes.ts:1 ${flow}/run.repo.ts`,
    `${flow}/b.routes.ts:1 RunRepo`,
    `${flow}/c.routes.ts:1 repo`,
  ])
})

test('only its owner writes a table; any domain may select', () => {
  const imports = `import { message as said } from '#domains/chat/conversation/conversation.table.ts'`
  expect(
    found(tableOwners, {
      [`${chat}/conversation.table.ts`]: `export const message = pgTable('message', {})`,
      [`${chat}/conversation.repo.ts`]: `import { message } from './conversation.table.ts'\ndb.insert(message)`,
      [`${flow}/read.ts`]: `${imports}\ndb.select().from(said); pool.query('SELECT * FROM message FOR UPDATE')`,
      [`${flow}/insert.ts`]: `${imports}\nawait tx\n  .insert(said)`,
      [`${flow}/raw.ts`]: `pool.query('DELETE FROM message WHERE id = $1')`,
      [`${flow}/template.ts`]: `${imports}\nsql\`UPDATE \${said} SET seen = \${now}\``,
      [`${server}/wire/chat.ts`]: 'pool.query(`insert into message (id) values (1)`)',
      [`${flow}/words.ts`]: `const text = 'Update message of the day'`,
    }),
  ).toEqual([
    `${flow}/insert.ts:3 message`,
    `${flow}/raw.ts:1 message`,
    `${flow}/template.ts:2 message`,
    `${server}/wire/chat.ts:1 message`,
  ])
})

test('a folder imports only from itself and from folders below it', () => {
  const workflow = 'apps/web/src/domains/flow/workflow'
  expect(
    found(folderOrder(folderOrders), {
      'apps/web/src/lib/api.ts': `import { toast } from '#ui/toast.ts'\nimport { useState } from 'react'`,
      'apps/web/src/ui/button.tsx': `import { t } from '#lib/i18n.ts'\nimport { Chat } from '#domains/chat/chat/index.ts'`,
      'apps/web/src/routes/space.routes.tsx': `import { Page } from '#domains/chat/chat/index.ts'`,
      [`${workflow}/canvas/canvas-body.tsx`]: `import { Menu } from '../menus/add-node-menu.tsx'`,
      [`${workflow}/pages/editor-frame.tsx`]: `import { Sheet } from '../run/run-sheet.tsx'`,
      [`${workflow}/run/run-sheet.tsx`]: `import { ui } from './run-ui.ts'\nimport { q } from '../workflow.queries.ts'`,
    }),
  ).toEqual([
    'apps/web/src/lib/api.ts:1 apps/web/src/ui/toast.ts',
    'apps/web/src/ui/button.tsx:2 apps/web/src/domains/chat/chat/index.ts',
    `${workflow}/canvas/canvas-body.tsx:1 ${workflow}/menus/add-node-menu.tsx`,
  ])
})

test('files that import values from each other form a cycle; types and import() do not count', () => {
  expect(
    found(cycles, {
      [`${server}/a.ts`]: `export { b } from './b.ts'`,
      [`${server}/b.ts`]: `import { c } from '#c.ts'`,
      [`${server}/c.ts`]: `import { type T, a } from './a.ts'`,
      [`${server}/d.ts`]: `import { e } from './e.ts'\nimport { a } from './a.ts'`,
      [`${server}/e.ts`]: `import type { D } from './d.ts'\nconst late = () => import('./d.ts')`,
    }).toSorted(),
  ).toEqual([`${server}/a.ts:1 ${server}/b.ts`, `${server}/b.ts:1 ${server}/c.ts`, `${server}/c.ts:1 ${server}/a.ts`])
})

test('a file name must describe its contents', () => {
  expect(found(fileNames, { [`${server}/a.ts`]: `import { x } from './utils.ts'` })).toEqual([
    `${server}/a.ts:1 ${server}/utils.ts`,
  ])
})
