import { Link } from 'wouter'
import { paths } from '../../data/paths.ts'
import { type Post, useDrawPicture, usePicture } from '../../data/post.ts'
import { PostState } from '../../data/states.tsx'
import { Button } from '../../kit/button.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Failure } from '../../kit/notice.tsx'
import type { Draft } from './draft/draft.ts'
import * as strings from './strings.ts'

/** A post that is an image. */
export function Picture({ post, draft }: { post: Post; draft: Draft }) {
  const isOurs = post.rawHtml === null && /\/images\/[0-9a-f]+\.png$/.test(post.content)
  return (
    <section className="picture" aria-label={strings.picture.image}>
      {isOurs ? (
        <Shown url={post.content} title={post.title} />
      ) : (
        <p className="muted">{strings.picture.hostedElsewhere}</p>
      )}
      <Draw post={post} draft={draft} verb={strings.picture.regenerate} busy={strings.picture.generating} />
      <p className="muted small">{strings.picture.generatedFromTitle}</p>
    </section>
  )
}

/** The link preview image of a post, with a button to create or update it. */
export function PictureOf({ post, draft }: { post: Post; draft: Draft }) {
  const query = usePicture(post.id)
  return (
    <div className="picture">
      <Loaded query={query} rows={2}>
        {({ picture }) =>
          picture ? (
            <>
              <Shown url={picture.url} title={post.title} />
              <p className="row">
                <PostState status={picture.status} />
                <span className="muted">
                  {picture.status === 'draft'
                    ? strings.picture.shownOncePublished
                    : strings.picture.shownWithPost}
                </span>
                <Link href={paths.post(picture.id)}>{strings.picture.openImage}</Link>
              </p>
              <Draw
                post={post}
                draft={draft}
                verb={strings.picture.regenerate}
                busy={strings.picture.generating}
              />
            </>
          ) : (
            <>
              <p className="muted">{strings.picture.noImage}</p>
              <Draw
                post={post}
                draft={draft}
                verb={strings.picture.generateImage}
                busy={strings.picture.generating}
              />
            </>
          )
        }
      </Loaded>
    </div>
  )
}

/** The server renders the saved text, so unsaved text is saved first. */
function Draw({ post, draft, verb, busy }: { post: Post; draft: Draft; verb: string; busy: string }) {
  const draw = useDrawPicture(post.id)
  return (
    <>
      <Button busy={draw.isPending && busy} onClick={async () => (await draft.save()) && draw.mutate()}>
        {verb}
      </Button>
      {draw.isError && <Failure error={draw.error} />}
    </>
  )
}

/** Images are on this server, under any of its host names. */
function Shown({ url, title }: { url: string; title: string }) {
  return (
    <img src={new URL(url).pathname} alt={strings.picture.linkPreviewOf(title)} width={1200} height={630} />
  )
}
