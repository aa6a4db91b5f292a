import { paths } from '../../data/paths.ts'
import type { Repository } from '../../data/repositories.ts'
import * as strings from './strings.ts'

/** The tabs of a repository, the first of which is the default; one on this machine's disk has no webhook. */
export function tabsOf({ id, provider }: Repository) {
  const first = paths.repository(id)
  const isHosted = provider !== 'git'
  return [
    ...(isHosted ? [{ name: 'webhook', label: strings.tabs.webhook, href: first }] : []),
    {
      name: 'deliveries',
      label: strings.tabs.deliveries,
      href: isHosted ? paths.repositoryDeliveries(id) : first,
    },
    { name: 'triggers', label: strings.tabs.triggers, href: paths.repositoryTriggers(id) },
    { name: 'general', label: strings.tabs.general, href: paths.repositorySettings(id) },
  ]
}
