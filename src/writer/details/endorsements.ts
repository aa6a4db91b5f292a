import { anyOf, between } from '../../text/pattern.ts'

/** Certificates, awards and endorsements in texts. */
export const endorsements = anyOf('giu', [
  between(
    'u',
    /(?<![\p{L}\p{N}])/u,
    [
      /Gartner|Forrester|IDC|G2(?!\d)|Capterra|TrustRadius|Trustpilot|Product Hunt|Magic Quadrant/u,
      /Stiftung Warentest|SOC[ -]?[123]|Red Dot|FDA|CE[- ](?:mark(?:ed|ing)?|certified)|Section 508/u,
      /NIS ?2|HITRUST|ISO(?:\/IEC)?[ -]?\d{4,5}|HIPAA|PCI[ -]DSS|FedRAMP/u,
      /DORA(?= (?:and|compliant|compliance|ready)|[,.])|GDPR|DSGVO|RGPD|CCPA|T[ÜU]V|BSI/u,
      /FIPS(?: ?140)?|NIST|WCAG|Cyber Essentials|Fortune ?(?:100|500|1000)/u,
    ],
    /(?![\p{L}\p{N}])/u,
  ),
  between('u', /(?<!\p{L})/u, [
    /market leader|leader in|(?:number|no\.?) (?:one|1)(?= (?:tool|choice|solution|in))|#1(?!\d)/u,
    /award[- ]winning|award(?:s|ed)?(?!\p{L})|prize-winning|industry[- ]leading|trusted by/u,
    /recommended by|endorsed by|(?:passed|completed) (?:an?|the|its) (?:\p{L}+ ){0,3}?audit/u,
    /certified|certification|accredited|product of the year|preisgekrönt\p{L}*|marktführer\p{L}*/u,
    /testsieger\p{L}*|zertifizier\p{L}*|auszeichnung(?:en)? (?:als|von|für)|primée?s?(?!\p{L})/u,
    /certifiée?s?(?!\p{L})|leader du marché|récompensée?s?(?!\p{L})|premiad[oa]s?/u,
    /certificad[oa]s?|galardonad[oa]s?|líder del mercado/u,
  ]),
])
