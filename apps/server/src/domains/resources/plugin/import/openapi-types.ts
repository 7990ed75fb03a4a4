/** The part of OpenAPI 3 that is read and written here. Documents are untrusted: no field is assumed to be valid. */
export type Json = Record<string, unknown>
export const methods = ['get', 'post', 'put', 'delete', 'patch'] as const
export type Method = (typeof methods)[number]
export interface OpenApi extends Json {
  openapi: string
  info: { title: string; description: string; version: string }
  servers: { url: string }[]
  paths: Record<string, Partial<Record<Method, Json>>>
}
export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
export class BadDocument extends Error {}
