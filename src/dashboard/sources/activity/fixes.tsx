import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Delivery } from '../../data/deliveries.ts'
import { paths } from '../../data/paths.ts'
import type { Repository } from '../../data/repositories.ts'
import { ExternalLink } from '../../kit/external-link.tsx'

/** Why a delivery was rejected and how to fix it: a heading, a sentence, and the steps. */
export type Fix = { title: string; why: string; steps: ReactNode[] }

/**
 * The fix for a rejected delivery (contract 12.3); null stands for a repository that is no longer connected.
 */
export function fixOf(
  { title, statusCode }: Pick<Delivery, 'title' | 'statusCode'>,
  repository: Repository | null,
): Fix {
  if (!repository) return disconnected
  const fix = fixes[title]
  if (fix) return fix(repository)
  return {
    title,
    why: `Herald rejected this delivery (${statusCode}).`,
    steps: [redeliver],
  }
}

const redeliver = 'On GitHub, open Recent Deliveries and choose Redeliver.'

const disconnected: Fix = {
  title: 'This repository is no longer connected',
  why: 'GitHub still sends its deliveries. You can ignore them.',
  steps: [
    'On GitHub, open the repository settings, then Webhooks, and delete the webhook to this server.',
    <Link key="again" href={`${paths.repositories()}?connect`}>
      To receive deliveries again, connect the repository.
    </Link>,
  ],
}

const fixes: Record<string, (repository: Repository) => Fix> = {
  'Invalid webhook signature': (repository) => ({
    title: 'The webhook secret does not match',
    why: 'GitHub signed this delivery with a different secret. GitHub can redeliver it.',
    steps: [copySecret(repository), pasteIntoHook(repository), redeliver],
  }),
  'Signature missing': (repository) => ({
    title: 'The webhook on GitHub has no secret',
    why: 'Without a secret, GitHub does not sign deliveries, and Herald cannot verify the sender.',
    steps: [copySecret(repository), pasteIntoHook(repository), redeliver],
  }),
  'Webhook secret missing': (repository) => ({
    title: 'Herald has no secret for this repository',
    why: 'Herald cannot verify deliveries without a secret. GitHub can redeliver this one.',
    steps: [
      <>Open {setUp(repository)} and choose Show. This creates a secret.</>,
      pasteIntoHook(repository),
      redeliver,
    ],
  }),
  'Missing webhook event header': () => ({
    title: 'The delivery has no event name',
    why: 'The header X-GitHub-Event is missing. A proxy removed it, or GitHub did not send this.',
    steps: [
      'If Herald is behind a proxy, forward X-GitHub-Event, X-GitHub-Delivery and X-Hub-Signature-256.',
      redeliver,
      'If GitHub does not list this delivery, it is not from GitHub. Ignore it.',
    ],
  }),
  'Invalid webhook payload': (repository) => ({
    title: 'The body is not JSON',
    why: 'The signature is valid, but the body could not be parsed.',
    steps: [<>In {hook(repository)}, set the content type to application/json.</>, redeliver],
  }),
  'Invalid webhook payload structure': (repository) => ({
    title: 'The body does not match this repository',
    why: 'The signature is valid, but a field is missing, invalid or from another repository.',
    steps: [
      <>
        In {setUp(repository)}, check that GitHub uses the payload URL of {repository.displayName}.
      </>,
      redeliver,
    ],
  }),
  'Integration is disabled': (repository) => ({
    title: 'This repository is disabled',
    why: 'Herald rejects its deliveries until you enable it.',
    steps: [
      <>
        Enable it in <Link href={paths.repositorySettings(repository.id)}>General</Link>.
      </>,
      redeliver,
    ],
  }),
  'Integration does not belong to this organization': wrongAddress,
  'Repository does not belong to this integration': wrongAddress,
  'Repository not found': wrongAddress,
  'Webhook payload too large': (repository) => ({
    title: 'The body is larger than GitHub sends',
    why: 'GitHub sends at most 25 MB. A proxy changed the body, or GitHub did not send this.',
    steps: [
      <>Check whether Recent Deliveries of {hook(repository)} lists it.</>,
      'If Herald is behind a proxy, forward bodies unchanged.',
    ],
  }),
  'Webhook payload not read': () => ({
    title: 'The body is incomplete',
    why: 'The connection failed or was too slow, or Herald was too busy.',
    steps: [redeliver, 'If it happens again, check the time and size limits of your proxy.'],
  }),
  'Webhook processing failed': () => ({
    title: 'Herald could not store this delivery',
    why: 'An error occurred on this server, not on GitHub.',
    steps: ['Search the server log for the delivery ID to find the cause.', redeliver],
  }),
}

function wrongAddress(repository: Repository): Fix {
  return {
    title: 'The payload URL on GitHub is for another repository',
    why: 'Each repository has its own payload URL.',
    steps: [
      <>Copy the payload URL from {setUp(repository)}.</>,
      <>Paste it into {hook(repository)} and choose Update webhook.</>,
      redeliver,
    ],
  }
}

const setUp = ({ id }: Repository) => <Link href={paths.repository(id)}>the webhook setup</Link>

// A repository on this machine's disk has no page at GitHub.
const hook = ({ provider, url }: Repository) =>
  provider === 'git' ? (
    'the webhook on GitHub'
  ) : (
    <ExternalLink href={`${url}/settings/hooks`}>the webhook on GitHub</ExternalLink>
  )
const copySecret = (repository: Repository) => (
  <>Copy the secret from {setUp(repository)}, or create a new one.</>
)
const pasteIntoHook = (repository: Repository) => (
  <>Paste it into {hook(repository)} and choose Update webhook.</>
)
