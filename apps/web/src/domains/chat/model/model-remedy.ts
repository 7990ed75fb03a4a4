import type { Remedy } from '#lib/error-remedy.ts'
import { readLanguage, textOf } from '#lib/i18n.ts'
import { openInNewWindow } from '#lib/open-window.ts'
import { queryClient } from '#lib/query.ts'
import { readLastSpace } from '#lib/spaces.ts'
import { guideQuery } from './model.queries.ts'
import { spaceIn, howToAddModel } from './how-to-add-model.ts'

/** The remedy for a missing model, for the current page. */
export async function findModelRemedy(): Promise<Remedy> {
  const t = textOf('shell')
  const spaceId = spaceIn(location) ?? readLastSpace()
  if (!spaceId) return {}
  const way = howToAddModel(await queryClient.fetchQuery(guideQuery(spaceId)), spaceId)
  if ('people' in way)
    return { note: t('remedy.ask', { people: new Intl.ListFormat(readLanguage()).format(way.people) }) }
  // In a new window, so that unsaved work stays open.
  return { action: { label: t('remedy.addModel'), onClick: () => void openInNewWindow(() => way.address) } }
}
