/** The style of a row in the lists beside the docs. */
export const docsRow = 'flex h-8 shrink-0 items-center gap-2 rounded-md px-2 transition-colors hover:bg-hover'
export const currentDocsRow = 'bg-brand-soft font-medium text-brand hover:bg-brand-soft'
