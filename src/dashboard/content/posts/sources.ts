import type { Collection } from '../../data/posts.ts'
import * as strings from './strings.ts'

/** The origin of a collection in a sentence. */
export const sourceNames: Record<Collection['source'], string> = strings.sources.sourceNames
