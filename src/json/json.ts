/** A value that JSON can carry. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject

/** An object that JSON can carry. */
export type JsonObject = { readonly [key: string]: Json }

/** A JSON Schema, 2020-12. */
export type JsonSchema = { readonly [keyword: string]: unknown }

/** Tells a plain object from null, arrays and primitives. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
