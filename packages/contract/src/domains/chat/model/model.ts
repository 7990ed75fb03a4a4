import { adminConfig } from './admin-config.ts'
import { modelLimits } from './manage.ts'
import { typeList } from './type-list.ts'

export const model = { ...typeList, ...adminConfig, ...modelLimits }
