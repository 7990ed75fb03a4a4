import { draft } from './draft.ts'
import { editor } from './editor.ts'
import { life } from './life.ts'
import { publish } from './publish.ts'
import { userAuth } from './user-auth.ts'

export const bot = { ...draft, ...life, ...publish, ...editor, ...userAuth }
