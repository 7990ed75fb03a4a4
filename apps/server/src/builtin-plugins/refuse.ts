/** An input error, thrown in the worker and shown to the caller. No other imports here: the worker starts quickly. */
export const refuse = (reason: string) => new Error(reason)
