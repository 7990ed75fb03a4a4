/** The icon of a plugin, if it has its own. All others share one, which shows no more than the tile of the kind. */
export const ownIcon = (url: string | undefined): string | undefined =>
  url && !url.includes('/builtin/plugin/') ? url : undefined
