type Task = { task: string; tool: string; inputs: Record<string, unknown> }

const define = (task: string, tool: string, inputs: Record<string, unknown> = {}): Task => ({
  task,
  tool,
  inputs,
})

const projectId = 'project'

/** Tasks as users say them, with the tool and the inputs that do them. */
export const tasks: Task[] = [
  define('Report a bug: the export stops after a hundred rows', 'submit_feedback', {
    message: 'The export stops after a hundred rows',
    kind: 'bug',
  }),
  define('Which bugs did agents report?', 'list_feedback', { kind: 'bug' }),
  define('Mark this feedback as resolved', 'update_feedback_status', { feedbackId: 'f', status: 'resolved' }),
  define('Show me the full feedback entry', 'get_feedback', { feedbackId: 'f' }),
  define('List all drafts of blog posts', 'list_posts', { status: 'draft', contentType: 'blog_post' }),
  define('Save this text as a draft post', 'create_post', {
    contentType: 'blog_post',
    title: 'T',
    markdown: 'M',
  }),
  define('Read the text of this post to me', 'get_post', { postId: 'p' }),
  define('Publish the draft', 'update_post', { postId: 'p', status: 'published' }),
  define('Why can this draft not be published? Check its problems again', 'check_post', { postId: 'p' }),
  define('Delete this post', 'delete_post', { postId: 'p' }),
  define('List our collections of posts', 'list_collections'),
  define('Rename the collection', 'rename_collection', { collectionId: 'c', name: 'Spring' }),
  define('Delete the collection with all of its posts', 'delete_collection', { collectionId: 'c' }),
  define('Write a changelog from the commits of the last week', 'generate_post', {
    contentType: 'changelog',
    lookbackWindow: 'last_7_days',
  }),
  define('Is the generation of the post finished?', 'get_post_generation_status', { jobId: 'j' }),
  define('Which runs failed or were skipped lately?', 'list_runs'),
  define('Show the event log of this run', 'get_run', { runId: 'r' }),
  define('Which pull requests were merged this week?', 'preview_activity', { lookbackWindow: 'last_7_days' }),
  define('Show the newest pushes and releases of the repository', 'list_repository_events', {
    integrationId: 'i',
  }),
  define('Analyze our website and create a brand identity from it', 'generate_brand_identity', {
    websiteUrl: 'https://acme.com',
  }),
  define('Which brand identities do we have?', 'list_brand_identities'),
  define('Change the tone of voice to formal', 'update_brand_identity', {
    brandIdentityId: 'b',
    toneProfile: 'Formal',
  }),
  define('Store the fact that Acme was founded in 2014', 'add_brand_fact', {
    brandIdentityId: 'b',
    text: 'Acme was founded in 2014.',
  }),
  define('Read the page of this fact again', 'refresh_brand_fact', { brandIdentityId: 'b', factId: 'f' }),
  define('Create a skill with our rules of style', 'create_skill', {
    name: 'style',
    description: 'D',
    content: 'C',
  }),
  define('Show me the instructions of the changelog skill', 'get_skill', { name: 'changelog' }),
  define('Which repositories are connected?', 'list_integrations'),
  define('Connect the GitHub repository acme/app', 'connect_repository', { owner: 'acme', repo: 'app' }),
  define('Disconnect the Linear tracker', 'disconnect_integration', { integrationId: 'i' }),
  define('Write a changelog every Monday at nine', 'create_schedule', { name: 'Weekly' }),
  define('List the schedules', 'list_schedules'),
  define('Delete the weekly schedule', 'delete_schedule', { scheduleId: 's' }),
  define('Write a post automatically on every release', 'create_event_trigger', { outputType: 'changelog' }),
  define('Delete the event trigger', 'delete_event_trigger', { triggerId: 't' }),
  define('How many AI credits are left this month?', 'get_usage'),
  define('Did the webhooks of GitHub arrive?', 'list_deliveries'),
  define('Create a project for our second product', 'create_project', { name: 'Second' }),
  define('List the projects', 'list_projects'),
  define('Which AI engines and languages are tracked?', 'get_visibility_settings', { projectId }),
  define('Track a new question: which changelog tools are there', 'add_prompt', {
    projectId,
    prompt: 'which changelog tools are there',
  }),
  define('Pause this prompt', 'update_prompt', { projectId, promptId: 'p', enabled: false }),
  define('Which prompts do we track?', 'list_prompts', { projectId }),
  define('Add Northlight as a competitor', 'track_competitor', { projectId, name: 'Northlight' }),
  define('Stop tracking this competitor', 'untrack_competitor', { projectId, name: 'Northlight' }),
  define('Let articles link to the pages of our sitemap', 'add_sitemap', {
    projectId,
    url: 'https://acme.com/sitemap.xml',
  }),
  define('How well can AI agents read our website? Show the score', 'get_agent_readiness', { projectId }),
  define('Start a scan of all prompts now', 'run_scan', { projectId }),
  define('What would a scan cost?', 'estimate_scan', { projectId }),
  define('Is the scan finished?', 'get_scan', { projectId, scanId: 's' }),
  define('Retry the failed questions of the scan', 'retry_scan', { projectId, scanId: 's' }),
  define('How visible is our brand in AI answers?', 'get_visibility_overview', { projectId }),
  define('Show the trend of mentions over the last weeks', 'get_visibility_timeseries', { projectId }),
  define('What did the engine answer word for word?', 'get_prompt_result', { projectId, checkId: 'c' }),
  define('How often are our competitors mentioned compared with us?', 'get_competitor_share', { projectId }),
  define('Are answers about us positive or negative?', 'get_sentiment', { projectId }),
  define('Which websites do AI answers cite?', 'list_cited_sources', { projectId }),
  define('Where are we no longer named since the last scan?', 'list_visibility_changes', { projectId }),
  define('Which content gaps are the best opportunities for an article?', 'list_gaps', { projectId }),
  define('Plan an article about changelogs', 'plan_brief', { projectId, topic: 'changelogs' }),
  define('Articles must not link to this sitemap any longer: delete it', 'delete_sitemap', {
    ...{ projectId, sitemapId: 's' },
  }),
  define('Who competes with acme.com? Suggest companies', 'suggest_competitors', {
    ...{ projectId, domain: 'acme.com' },
  }),
  define('Play this conversation with the engines now', 'run_conversation', { projectId, sequenceId: 's' }),
  define('Ask the agent of Herald to plan and do this task', 'ask_agent', { message: 'Do it' }),
  define('List my chats with the agent', 'list_chats'),
  define('Show the messages of this chat', 'get_chat', { chatId: 'c' }),
  define('Approve the brief and have its article written', 'approve_brief', { projectId, briefId: 'b' }),
]
