/** As the server takes them: letters, digits, dots, dashes and underscores, at most a hundred. */
export const isFlagName = (name: string): boolean => /^[\w.-]{1,100}$/.test(name)
