/** Violations that are still to be removed, as `rule | file | target`, with `*` for any file. The list only ever gets shorter. */
export const knownExceptions: string[] = [
  'private files | * | apps/server/src/domains/resources/plugin/plugin-content.ts',
  'private files | * | apps/server/src/domains/studio/bot/bot-ports.ts',
  'private files | * | apps/server/src/domains/resources/plugin/plugin.ports.ts',
  'private files | * | apps/server/src/domains/studio/bot/copy-name.ts',
  'routes | apps/server/src/domains/resources/database/table.routes.ts | apps/server/src/kit/db.ts',
]
