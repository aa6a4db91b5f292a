import { and, desc, eq, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { stateOf } from '../../../http/reviewed.ts'
import { findSources } from '../../activity/sources.ts'
import { getFact } from '../../brand-identities/facts/edit-facts.ts'
import { brandFacts } from '../../brand-identities/facts/table.ts'
import { chooseBrandIdentity } from '../../brand-identities/record.ts'
import { brandIdentities } from '../../brand-identities/table.ts'
import { collections } from '../../collections/table.ts'
import { feedback } from '../../feedback/table.ts'
import { skillsOf } from '../../generation/brief.ts'
import type { GenerationRequest } from '../../generation/model.ts'
import { readFormats, readIdentity, readSelection } from '../../generation/rules.ts'
import { posts } from '../../posts/table.ts'
import { skills } from '../../skills/table.ts'
import { featureOf, labels } from '../../usage/model.ts'
import type { Input } from '../call.ts'
import { describeAddress } from '../external-address.ts'
import { describeDisabled } from './automations.ts'
import { postState, reviewNewPost, reviewPostUpdate } from './posts.ts'
import {
  dependsOn,
  linesFor,
  listNames,
  type Review,
  type Reviewer,
  type ToolReview,
  textOf,
} from './review.ts'
import {
  automationsState,
  competitorsState,
  englishFallbackState,
  factsState,
  identitiesState,
  repositoriesState,
  skillsState,
  trackersState,
} from './states.ts'

const collectionState = ({ organization }: Reviewer, id: string) =>
  stateOf(
    'collection',
    id,
    [collections.updatedAt],
    and(eq(collections.organizationId, organization.id), eq(collections.id, id)),
  )

const skillState = ({ organization }: Reviewer, name: string) =>
  stateOf(
    'skill',
    name,
    [skills.updatedAt],
    and(eq(skills.organizationId, organization.id), eq(skills.name, name)),
  )

const identityState = ({ organization }: Reviewer, id: string) =>
  stateOf(
    'brand identity',
    id,
    [brandIdentities.updatedAt],
    and(eq(brandIdentities.organizationId, organization.id), eq(brandIdentities.id, id)),
  )

const factState = ({ organization }: Reviewer, { brandIdentityId, factId }: Input) =>
  stateOf(
    'brand fact',
    textOf(factId),
    [brandFacts.updatedAt],
    and(
      eq(brandFacts.organizationId, organization.id),
      eq(brandFacts.brandIdentityId, textOf(brandIdentityId)),
      eq(brandFacts.id, textOf(factId)),
    ),
  )

/** How posts, collections, skills, brand identities and feedback are reviewed. */
export const contentReviews: Record<string, ToolReview> = {
  generate_post: { review: reviewGeneration },
  create_post: { review: reviewNewPost },
  update_post: { review: reviewPostUpdate },
  check_post: dependsOn((reviewer, { postId }) => [postState(reviewer, textOf(postId))]),
  delete_post: dependsOn((reviewer, { postId }) => [postState(reviewer, textOf(postId))]),
  rename_collection: dependsOn((reviewer, { collectionId }) => [
    collectionState(reviewer, textOf(collectionId)),
  ]),
  delete_collection: { review: reviewCollectionRemoval },
  create_skill: dependsOn((reviewer, { name }) => [skillState(reviewer, textOf(name))]),
  update_skill: dependsOn((reviewer, { name }) => [skillState(reviewer, textOf(name))]),
  delete_skill: dependsOn((reviewer, { name }) => [skillState(reviewer, textOf(name))]),
  generate_brand_identity: dependsOn((reviewer) => [identitiesState(reviewer)]),
  update_brand_identity: dependsOn((reviewer, { brandIdentityId, isDefault }) => [
    identityState(reviewer, textOf(brandIdentityId)),
    // The previous default identity changes too.
    ...(isDefault === true ? [identitiesState(reviewer)] : []),
  ]),
  delete_brand_identity: { review: reviewIdentityRemoval },
  add_brand_fact: dependsOn((reviewer, { brandIdentityId }) => [
    identityState(reviewer, textOf(brandIdentityId)),
  ]),
  update_brand_fact: dependsOn((reviewer, input) => [factState(reviewer, input)]),
  refresh_brand_fact: {
    async review(ctx, reviewer, input) {
      const { factId, brandIdentityId } = input
      const { url } = await getFact(ctx, reviewer, textOf(brandIdentityId), textOf(factId))
      return {
        depends: [factState(reviewer, input)],
        // The response contains the URL too, so every caller of this tool may read it.
        outcome: linesFor('brand-identities.write', [url === null ? null : describeAddress(new URL(url))]),
      }
    },
  },
  delete_brand_fact: dependsOn((reviewer, input) => [factState(reviewer, input)]),
  submit_feedback: { dependsOnNothing: 'It adds an entry and changes nothing that exists.' },
  update_feedback_status: { review: reviewFeedbackStatus },
}

async function reviewGeneration(ctx: Context, reviewer: Reviewer, input: Input): Promise<Review> {
  const { organization } = reviewer
  const body = input as GenerationRequest
  const formats = readFormats(body)
  const picked = (readSelection(body)?.linearIssues ?? []).map(({ integrationId }) => integrationId)
  const { repositories, trackers } = await findSources(ctx, organization.id, body, picked)
  const identity = await chooseBrandIdentity(ctx, organization.id, readIdentity(body))
  const features = formats.map((format) => labels[featureOf(format)])
  const costs = [...new Set(features)].map((feature) => {
    const count = features.filter((each) => each === feature).length
    return `${count} of the monthly ${feature}`
  })
  const sources = [...repositories, ...trackers].map(({ displayName }) => displayName)
  return {
    depends: [
      repositoriesState(reviewer),
      trackersState(reviewer),
      identitiesState(reviewer),
      factsState(reviewer),
      skillsState(reviewer, [...new Set(formats.flatMap(skillsOf))]),
      competitorsState(reviewer),
      englishFallbackState(reviewer),
    ],
    outcome: [
      ...linesFor('posts.write', [
        `Posts to write: ${formats.length} (${formats.join(', ')}).`,
        `Period: ${body.lookbackWindow ?? 'last_7_days'}.`,
        `Cost: ${costs.join(' and ')}, or AI credits once those are used up.`,
      ]),
      ...linesFor('integrations.read', [`Sources: ${listNames(sources)}.`]),
      ...linesFor('brand-identities.read', [
        `Brand identity: ${listNames(identity ? [identity.name] : [])}.`,
      ]),
    ],
  }
}

async function reviewCollectionRemoval(ctx: Context, reviewer: Reviewer, input: Input): Promise<Review> {
  const id = textOf(input.collectionId)
  const isIn = and(eq(posts.organizationId, reviewer.organization.id), eq(posts.collectionId, id))
  const found = await ctx.db
    .select({ title: posts.title })
    .from(posts)
    .where(isIn)
    .orderBy(desc(posts.createdAt), desc(posts.id))
  const titles = found.map(({ title }) => title)
  return {
    depends: [collectionState(reviewer, id), stateOf('posts', id, [posts.id, posts.updatedAt], isIn)],
    outcome: linesFor('posts.read', [
      `Posts that are deleted with it: ${found.length} (${listNames(titles)}).`,
    ]),
  }
}

async function reviewIdentityRemoval(ctx: Context, reviewer: Reviewer, input: Input): Promise<Review> {
  const id = textOf(input.brandIdentityId)
  const usesIt = sql`json_extract(output_config, '$.brandVoiceId') = ${id}`
  return {
    depends: [identityState(reviewer, id), automationsState(reviewer, id, usesIt)],
    outcome: await describeDisabled(ctx, reviewer, usesIt),
  }
}

async function reviewFeedbackStatus(ctx: Context, reviewer: Reviewer, input: Input): Promise<Review> {
  const id = textOf(input.feedbackId)
  const isOwn = eq(feedback.organizationId, reviewer.organization.id)
  const lead = stateOf('feedback', id, [feedback.updatedAt], and(isOwn, eq(feedback.id, id)))
  if (input.withSimilar !== true) return { depends: [lead], outcome: [] }
  const isSimilar = and(isOwn, eq(feedback.similarTo, id))
  const count = await ctx.db.$count(feedback, isSimilar)
  return {
    depends: [lead, stateOf('similar feedback', id, [feedback.id, feedback.updatedAt], isSimilar)],
    outcome: linesFor('feedback.read', [`Similar entries: ${count}. Those that are open change too.`]),
  }
}
