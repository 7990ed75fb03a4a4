/** A refusal of what was given, said in the worker and told to the caller. This file knows nothing else: the worker starts quickly. */
export const refuse = (reason: string) => new Error(reason)
