import type { Bucket } from '../../http/rate-limits.ts'

/** Chats and agent sessions share it (spec: Limits). */
export const conversationBucket: Bucket = {
  name: 'conversations',
  per: 'organization',
  windows: [{ limit: 30, seconds: 60 }],
}
