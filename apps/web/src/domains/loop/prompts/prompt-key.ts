/** As the server takes it. Slashes make folders. */
export const keyPattern = /^[A-Za-z][\w.\-/]{0,99}$/
