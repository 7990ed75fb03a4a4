/** The format of keys that the server accepts. Slashes separate folders. */
export const keyPattern = /^[A-Za-z][\w.\-/]{0,99}$/
