import { ApiMethod } from '@orrery/contract/shared/plugin-enums'

export const methodNames = Object.keys(ApiMethod) as (keyof typeof ApiMethod)[]
export const methodName = (method: number): keyof typeof ApiMethod =>
  methodNames.find((name) => ApiMethod[name] === method) ?? 'GET'
