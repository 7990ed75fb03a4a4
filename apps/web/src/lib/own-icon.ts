/** Plugins that nobody gave a picture all carry the same one: their kind says as much. */
export const ownIcon = (url: string | undefined): string | undefined =>
  url && !url.includes('/builtin/plugin/') ? url : undefined
