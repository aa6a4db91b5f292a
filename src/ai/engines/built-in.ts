import type { Engine } from './engine.ts'

export const builtIn: Engine[] = []
