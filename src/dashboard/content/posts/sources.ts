import type { Collection } from '../../data/posts.ts'

/** The origin of a collection in a sentence. */
export const sourceNames: Record<Collection['source'], string> = {
  manual: 'a person',
  chat: 'a chat',
  schedule: 'a schedule',
  automation: 'a trigger',
  api: 'the API',
  backfill: 'an older version',
}
