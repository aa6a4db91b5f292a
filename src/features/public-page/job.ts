import { t } from 'elysia'
import { defineJob } from '../../jobs/define.ts'

/** Deletes images that no text has shown for 30 days. */
export const sweepImages = defineJob(
  'images.sweep',
  t.Object({}),
  async (ctx, _, { signal }) => {
    const { removeUnusedImages } = await import('./unused-images.ts')
    await removeUnusedImages(ctx, signal)
  },
  { title: 'Deleting unused images' },
)
