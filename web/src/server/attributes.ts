// How React writes attributes, of all elements: every rule of its pushAttribute
// (react-dom 19.3). What they are tested against is React itself.

import { Unsupported } from './unsupported';

const unsafe = /["'&<>]/;
const unsafeSigns = /["'&<>]/g;
const references: Record<string, string> = { '"': '&quot;', "'": '&#x27;', '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Text as it stands between tags and in attributes. */
export function escapeText(text: string): string {
  return unsafe.test(text) ? text.replace(unsafeSigns, (sign) => references[sign] as string) : text;
}

type Kind =
  | 'text'
  | 'none'
  | 'truth'
  | 'enumerated'
  | 'overloaded'
  | 'positive'
  | 'number'
  | 'address'
  | 'other'
  | 'refused';

/** How an attribute is written. */
interface Rule {
  kind: Kind;
  /** What stands before the value: a space, the attribute's name, and the quote. */
  opening: string;
}

const kinds = new Map<string, Kind>();
const written = new Map<string, string>();

function declare(kind: Kind, names: string): void {
  for (const name of names.split(' ')) kinds.set(name, kind);
}

declare('text', 'className tabIndex dir role viewBox width height');
declare('none', 'defaultValue defaultChecked innerHTML suppressContentEditableWarning suppressHydrationWarning ref');
declare('truth', 'autoFocus multiple muted inert allowFullScreen async autoPlay controls credentialless default defer');
declare(
  'truth',
  'disabled disablePictureInPicture disableRemotePlayback formNoValidate hidden loop noModule noValidate',
);
declare('truth', 'open playsInline readOnly required reversed scoped seamless itemScope');
declare('enumerated', 'contentEditable spellCheck draggable value autoReverse externalResourcesRequired focusable');
declare('enumerated', 'preserveAlpha');
declare('overloaded', 'capture download');
declare('positive', 'cols rows size span');
declare('number', 'rowSpan start');
declare('address', 'src href action formAction');
declare(
  'refused',
  'style xlinkHref xlinkActuate xlinkArcrole xlinkRole xlinkShow xlinkTitle xlinkType xmlBase xmlLang',
);
declare('refused', 'xmlBase xmlLang xmlSpace xmlnsXlink');

for (const name of ['autoFocus', 'multiple', 'muted', 'tabIndex', 'crossOrigin']) written.set(name, name.toLowerCase());
written.set('className', 'class').set('htmlFor', 'for').set('acceptCharset', 'accept-charset');
written.set('httpEquiv', 'http-equiv');
// SVG's own, which React takes in camel case and writes with hyphens.
for (const name of [
  'alignmentBaseline baselineShift clipPath clipRule colorInterpolation colorInterpolationFilters colorRendering',
  'dominantBaseline fillOpacity fillRule floodColor floodOpacity fontFamily fontSize fontSizeAdjust fontStretch',
  'fontStyle fontVariant fontWeight imageRendering letterSpacing lightingColor markerEnd markerMid markerStart',
  'maskType paintOrder pointerEvents shapeRendering stopColor stopOpacity strokeDasharray strokeDashoffset',
  'strokeLinecap strokeLinejoin strokeMiterlimit strokeOpacity strokeWidth textAnchor textDecoration textRendering',
  'transformOrigin unicodeBidi vectorEffect wordSpacing writingMode',
].flatMap((names) => names.split(' ')))
  written.set(
    name,
    name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
  );

// Names that are sure to be written as they are. React knows more names, and
// writes some in another way; those that nobody uses here are refused.
const plain = /^(?:[a-z][a-z\d]*|(?:aria|data)-[a-z\d-]+)$/;
const camel = new Set(
  (
    'autoComplete charSet colSpan dateTime encType enterKeyHint fetchPriority formEncType formMethod formTarget ' +
    'frameBorder hrefLang imageSizes imageSrcSet inputMode maxLength minLength popoverTarget popoverTargetAction ' +
    'referrerPolicy srcDoc srcSet useMap clipPathUnits gradientTransform gradientUnits pathLength patternUnits ' +
    'preserveAspectRatio spreadMethod stdDeviation'
  ).split(' '),
);

const rules = new Map<string, Rule>();

export function ruleOf(name: string): Rule {
  return rules.get(name) ?? newRule(name);
}

function newRule(name: string): Rule {
  let kind = kinds.get(name);
  if (!kind) {
    if (/^on/i.test(name) && name.length > 2) kind = 'none';
    else if (plain.test(name) || camel.has(name) || written.has(name)) kind = 'other';
    else kind = 'refused';
  }
  const rule = { kind, opening: ` ${written.get(name) ?? name}="` };
  rules.set(name, rule);
  if (kind === 'text' || kind === 'other' || kind === 'enumerated') openings.set(name, rule.opening);
  return rule;
}

/** What stands before a value that is a string, for names that were met before and write every string. */
export const openings = new Map<string, string>();

// As a browser reads an address: control characters and line ends are no part of it.
const script = /^javascript:/i;
const ours = /^[/#]/;
const ignored = /^[^!-~]+|[\r\n\t]/g;

/** An attribute with a space before it; nothing where React writes none. The value is neither null nor undefined. */
export function attribute(name: string, value: unknown): string {
  const { kind, opening } = ruleOf(name);
  if (kind === 'refused') throw new Unsupported(`the attribute ${name}`);
  if (kind === 'none') return '';
  const type = typeof value;
  if (type === 'function' || type === 'symbol') return '';
  if (type === 'object') throw new Unsupported(`an object as the attribute ${name}`);
  const text = () => `${opening}${escapeText(`${value}`)}"`;
  switch (kind) {
    case 'text':
      return type === 'boolean' ? '' : text();
    case 'truth':
      return value ? `${opening}"` : '';
    case 'enumerated':
      return text();
    case 'overloaded':
      return value === true ? `${opening}"` : value === false ? '' : text();
    case 'positive':
      return Number(value) >= 1 ? text() : '';
    case 'number':
      return Number.isNaN(Number(value)) ? '' : text();
    case 'address':
      if (type === 'boolean' || (value === '' && (name === 'src' || name === 'href'))) return '';
      if (!ours.test(`${value}`) && script.test(`${value}`.replace(ignored, '')))
        throw new Unsupported(`a script as the attribute ${name}`);
      return text();
    default:
      return type === 'boolean' && !/^(?:data|aria)-/i.test(name) ? '' : text();
  }
}
