/** Pairs of typical agent reports, labeled manually to measure the similarity threshold. */

export const same: [string, string][] = [
  [
    'The CSV export stops after 100 rows without an error.',
    'CSV export stops after 100 rows, no error shown.',
  ],
  ['list_posts returns 500 when limit is 100', 'list_posts with limit 100 returns a 500 error'],
  ['Please add pagination to the search tool.', 'The search tool should support pagination, please add it'],
  ['create_issue ignores the labels parameter', 'The labels parameter of create_issue is ignored'],
  [
    'Docs for webhooks are outdated: the signature header is wrong.',
    'Webhooks docs outdated, wrong signature header',
  ],
  ['Rate limit errors do not say when to retry.', 'Rate limit error does not say when to retry'],
  [
    'The tool description of get_user does not mention that email is required.',
    'get_user: tool description does not mention email is required',
  ],
  [
    'Timeout after 30 seconds while uploading large files',
    'Uploading large files times out with a timeout after 30 seconds',
  ],
  ['Great tool, the search results are precise and fast.', 'Great search tool: results are fast and precise'],
  ['How do I authenticate with an API key in the sandbox?', 'How to authenticate with API key in sandbox'],
  [
    'update_record fails with "invalid date" for ISO timestamps',
    'update_record fails for ISO timestamps: invalid date',
  ],
  [
    'The error message "Something went wrong" is not helpful.',
    'Error message "Something went wrong" is not helpful at all',
  ],
  ['It would be nice to filter feedback by date.', 'Filter feedback by date would be nice'],
  ['Deleting a project leaves its files behind', 'Files are left behind after deleting a project'],
  [
    'The response of get_orders is too large for my context window.',
    'get_orders response too large for the context window',
  ],
  ['OAuth login loops forever in headless mode', 'In headless mode the OAuth login loops forever'],
  ['Search does not find documents with umlauts.', 'Documents with umlauts are not found by search'],
  [
    'The sandbox resets between calls and loses my files',
    'My files are lost as the sandbox resets between calls',
  ],
  ['Support for TypeScript in the code runner is missing', 'Code runner: missing TypeScript support'],
  [
    'I get a 403 when calling list_repos with a read-only token.',
    '403 when I call list_repos with read-only token',
  ],
  ['The export breaks off after a hundred rows.', 'Only the first 100 rows are exported.'],
  ['Uploads over 10 MB fail with error 413', 'Error 413 for every upload over 10 MB'],
  [
    'The dashboard shows yesterday as today for users in Tokyo',
    'Users in Tokyo: dashboard shows yesterday as today',
  ],
  ['Webhook deliveries arrive twice for every push', 'For every push the webhook delivery arrives twice'],
  ['I cannot find how to revoke a token.', 'Where can a token be revoked?'],
]

export const different: [string, string][] = [
  ['The CSV export stops after 100 rows.', 'The PDF export has the wrong font.'],
  ['list_posts returns 500 when limit is 100', 'list_users returns 404 for unknown ids'],
  ['Please add pagination to the search tool.', 'Please add a dark mode to the dashboard.'],
  ['create_issue ignores the labels parameter', 'create_issue fails when the title has emoji'],
  [
    'Docs for webhooks are outdated: the signature header is wrong.',
    'Docs for webhooks lack a Python example',
  ],
  ['Rate limit errors do not say when to retry.', 'Rate limit is too low for batch work.'],
  [
    'Timeout after 30 seconds while uploading large files',
    'Uploading files with the same name overwrites the old one',
  ],
  ['Great tool, the search results are precise and fast.', 'The search results are slow and imprecise.'],
  ['How do I authenticate with an API key in the sandbox?', 'How do I delete an API key?'],
  ['The export works.', 'The export does not work in Safari on iOS.'],
  [
    'update_record fails with "invalid date" for ISO timestamps',
    'update_record fails with "not found" for archived records',
  ],
  [
    'The error message "Something went wrong" is not helpful.',
    'The error message for missing scopes is very helpful.',
  ],
  ['It would be nice to filter feedback by date.', 'It would be nice to export feedback as CSV.'],
  ['Deleting a project leaves its files behind', 'Deleting a user leaves their comments behind'],
  [
    'The response of get_orders is too large for my context window.',
    'get_orders returns orders in a random order',
  ],
  ['OAuth login loops forever in headless mode', 'OAuth tokens expire after five minutes'],
  ['Search does not find documents with umlauts.', 'Search does not highlight the matches.'],
  ['Support for TypeScript in the code runner is missing', 'Support for Rust in the code runner is missing'],
  [
    'I get a 403 when calling list_repos with a read-only token.',
    'I get a 403 when calling create_repo with an admin token.',
  ],
  ['The tool get_user returns no email.', 'The tool get_team returns no members.'],
  ['The export breaks off after a hundred rows.', 'The export takes minutes for a hundred rows.'],
  ['Uploads over 10 MB fail with error 413', 'Downloads over 10 MB are slow'],
  ['The dashboard shows yesterday as today for users in Tokyo', 'The dashboard shows no data for new users'],
  ['Webhook deliveries arrive twice for every push', 'Webhook deliveries never arrive for releases'],
  ['Markdown tables are rendered as plain text', 'Markdown links are rendered as plain text'],
]
