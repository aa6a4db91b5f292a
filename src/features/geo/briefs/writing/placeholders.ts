/** Traces of models and templates that no reader should see. */
const residues = [
  /\[(?:insert|add|your|todo|tbd|tk|placeholder|fill in|link to|company|customer|competitor|product|name|source|citation|quote|date|number|figure|x+)\b[^\]\n]*\](?!\()/i,
  /\{\{[^}\n]*\}\}|<%[^%\n]*%>|\$\{[^}\n]*\}|\[\[[^\]\n]*\]\]/,
  /\b(?:TODO|FIXME|TBD|TKTK|XXX)\b/,
  /\blorem ipsum\b/i,
  /\b(?:AI|artificial intelligence|large) language model\b|\bas an AI\b/i,
  /\b(?:als KI|KI-Sprachmodell|en tant que modèle de langage|en tant qu['’]IA|como modelo de lenguaje|como modelo de linguagem|come modello linguistico|als taalmodel)(?![\p{L}])/iu,
  /\b(?:my (?:training data|knowledge cutoff)|I (?:cannot|can['’]t) (?:browse|access the internet))\b/i,
  /\b(?:according to|as (?:stated|described|given|required|requested) (?:in|by)|per) (?:the|this|your) (?:brief|outline|evidence|prompt|checklist)\b/i,
  /\b(?:the|this) (?:brief|outline|evidence|prompt) (?:says|states|claims|asks|requires|does not say)\b/i,
  /\b(?:laut|gemäß) (?:dem |diesem )?briefing\b|\bselon le brief\b|\bsegún el (?:brief|informe proporcionado)\b/i,
  /\b(?:evidence|answer|claim|source) ?#?[acl]\d{1,2}\b|[([][acl]\d{1,2}(?:, ?[acl]\d{1,2})*[)\]]/i,
  /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/i,
]

/** Returns the first placeholder in a text; null if there is none. */
export function findPlaceholder(text: string): string | null {
  for (const residue of residues) {
    const [found] = residue.exec(text) ?? []
    if (found) return found
  }
  return null
}
