import { expect, it } from 'vitest'
import { guideFor, guidePages } from './guide-pages.ts'

it.each([
  ['/space/7/develop', 'first-steps'],
  ['/space/7/bot/8', 'bots'],
  ['/space/7/bot/8/logs', 'bots'],
  ['/space/7/bot/8/publish', 'publishing'],
  ['/space/7/project-ide/8/workflow/9', 'projects'],
  ['/space/7/library', 'library'],
  ['/space/7/library/bin', 'library'],
  ['/space/7/library/knowledge', 'knowledge'],
  ['/space/7/knowledge/8/upload', 'knowledge'],
  ['/space/7/database/8', 'databases'],
  ['/space/7/plugin/8/tool/9', 'plugins'],
  ['/space/7/mcp/8', 'plugins'],
  ['/work_flow', 'workflows'],
  ['/space/7/members', 'teams'],
  ['/space/7/webhooks', 'publishing'],
  ['/admin/health', 'administration'],
  ['/search/x', undefined],
])('%s is explained by %s', (path, page) => {
  expect(guideFor(path)).toBe(page)
  if (page) expect(guidePages).toContain(page)
})
