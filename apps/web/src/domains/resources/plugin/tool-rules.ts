/** The rules of the server, checked before anything is sent. */
export const isToolName = (name: string): boolean => /^[A-Za-z][\w-]{0,63}$/.test(name.trim())
export const isPath = (path: string): boolean =>
  /^\/(?!\/)[^\s\\#?]*$/.test(path.trim()) && !path.split('/').some((part) => part === '..' || part === '.')
