import type { Post } from '../../data/post.ts'

/** The number of faults that block the publication of a post. */
export const countBlocking = ({ faults = [] }: Pick<Post, 'faults'>) =>
  faults.filter(({ severity }) => severity === 'blocking').length

/** The id of the sentence that says why a post cannot be published. */
export const reasonId = 'publish-reason'
