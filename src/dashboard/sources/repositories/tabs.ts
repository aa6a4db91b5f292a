import { paths } from '../../data/paths.ts'
import type { Repository } from '../../data/repositories.ts'

/** The tabs of a repository, the first of which is the default; one on this machine's disk has no webhook. */
export function tabsOf({ id, provider }: Repository) {
  const first = paths.repository(id)
  const isHosted = provider !== 'git'
  return [
    ...(isHosted ? [{ name: 'webhook', label: 'Webhook', href: first }] : []),
    { name: 'deliveries', label: 'Deliveries', href: isHosted ? paths.repositoryDeliveries(id) : first },
    { name: 'triggers', label: 'Triggers', href: paths.repositoryTriggers(id) },
    { name: 'general', label: 'General', href: paths.repositorySettings(id) },
  ]
}
