import { paths } from '../../data/paths.ts'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { Empty } from '../../kit/empty.tsx'
import * as strings from './strings.ts'

/** The empty state without any post. */
export function NoPosts() {
  return (
    <Empty
      title={strings.noPosts.noPostsYet}
      pending={24}
      actions={
        <>
          <ButtonLink look="primary" href={paths.newPost()}>
            {strings.noPosts.generatePost}
          </ButtonLink>
          <ButtonLink href={`${paths.posts()}?new`}>{strings.newPost.newPost}</ButtonLink>
          <ButtonLink href={`${paths.repositories()}?connect`}>
            {strings.noPosts.connectRepository}
          </ButtonLink>
        </>
      }
    >
      {strings.noPosts.emptyText}
    </Empty>
  )
}

/** The empty state of a filtered list. */
export function NoMatch({ clear }: { clear: () => void }) {
  return (
    <Empty
      title={strings.noPosts.noPostsMatchTheseFilters}
      actions={<Button onClick={clear}>{strings.noPosts.clearFilters}</Button>}
    />
  )
}
