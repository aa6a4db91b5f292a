import type { SQL } from 'drizzle-orm'

/** Rows that a reviewed call depends on; `state` is SQL that describes their current state as one text. */
export type Dependency = { kind: string; id: string; state: SQL }

/** A dependency with its state just before the call, which equals the reviewed one. */
export type CheckedDependency = Dependency & { value: string }
