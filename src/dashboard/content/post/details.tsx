import { Link } from 'wouter'
import { paths } from '../../data/paths.ts'
import { type Post, useCollection } from '../../data/post.ts'
import { lazyView } from '../../kit/lazy-view.tsx'
import { Section } from '../../kit/page.tsx'
import { Day, Time } from '../../kit/time.tsx'
import { hasAddress } from './address.ts'
import type { Draft } from './draft/draft.ts'
import { Fact } from './fact.tsx'
import { PictureOf } from './picture.tsx'
import { SlugForm } from './slug-form.tsx'
import * as strings from './strings.ts'

const Planned = lazyView(() => import('./planned.tsx').then((m) => m.Planned))

/** The details of a post other than its text. */
export function Details({ post, draft }: { post: Post; draft: Draft }) {
  return (
    <div className="details">
      {post.recommendations && (
        <Section title={strings.details.beforeYouPublish}>
          <p className="whitespace-pre-wrap pt-3">{post.recommendations.trim()}</p>
        </Section>
      )}
      {hasAddress(post) && (
        <Section title={strings.details.url}>
          <SlugForm post={post} />
        </Section>
      )}
      {post.contentType !== 'image' && post.collectionId && (
        <Section title={strings.details.image}>
          <PictureOf post={post} draft={draft} />
        </Section>
      )}
      <Section title={strings.details.sources}>
        <Origin post={post} />
      </Section>
    </div>
  )
}

function Origin({ post }: { post: Post }) {
  const { data } = useCollection(post.collectionId)
  const { range, lookbackRange, repositories, brandVoiceName, briefId } = post.sourceMetadata ?? {}
  const others = data?.posts.filter(({ id }) => id !== post.id) ?? []
  return (
    <dl className="origin">
      <Fact name={strings.details.written}>
        <Time at={post.createdAt} />
      </Fact>
      {Array.isArray(repositories) && repositories.length > 0 && (
        <Fact name={strings.details.repositories}>
          {repositories.map(({ owner, repo }) => `${owner}/${repo}`).join(', ')}
        </Fact>
      )}
      {range?.to && (
        <Fact name={strings.details.range}>
          {range.from
            ? strings.details.commitRange(range.from, range.to)
            : strings.details.commitsUpTo(range.to)}
        </Fact>
      )}
      {lookbackRange?.start && (
        <Fact name={strings.details.period}>
          {strings.details.dateRange(<Day at={lookbackRange.start} />, <Day at={lookbackRange.end} />)}
        </Fact>
      )}
      {briefId && <Planned post={post} />}
      {brandVoiceName && <Fact name={strings.details.brand}>{brandVoiceName}</Fact>}
      {data && (
        <Fact name={strings.details.collection}>
          <Link href={paths.collection(data.collection.id)}>{data.collection.name}</Link>
        </Fact>
      )}
      {others.length > 0 && (
        <Fact name={strings.details.sameCollection}>
          {others.map(({ id, title }) => (
            <Link key={id} className="block" href={paths.post(id)}>
              {title}
            </Link>
          ))}
        </Fact>
      )}
    </dl>
  )
}
