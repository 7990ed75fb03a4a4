/** A file name that every system accepts. */
export const fileName = (name: string, ending: string): string =>
  `${name.replaceAll(/[\\/:*?"<>|\s]+/g, '_') || 'workflow'}.${ending}`
