import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { attribute, escapeText, ruleOf } from '../src/server/attributes.ts';

const runtime = fileURLToPath(new URL('../src/server/renderer.ts', import.meta.url));

// biome-ignore lint/suspicious/noExplicitAny: nodes of a syntax tree have as many shapes as the language
type Node = any;

/** Elements that are written as a start tag, children and an end tag, whatever their attributes are. */
const special = new Set(
  (
    'area base br col embed hr keygen param source track wbr img picture input form select option textarea pre ' +
    'listing html head body title meta link script style object menuitem noscript'
  ).split(' '),
);
const ofButtons = new Set(['name', 'formAction', 'formEncType', 'formMethod', 'formTarget']);

/**
 * Turns the JSX of plain elements into templates: what is constant of them
 * becomes HTML when the bundle is built, and drawing them is putting strings
 * together. A template is a function component, so that React, too, can draw it;
 * the lean renderer calls its writeHTML instead. For the server bundle alone.
 *
 *     <p className="lead" id={id}>Hello {name}</p>
 *
 * becomes an element whose type is the template and whose props are [id, name]:
 *
 *     const T0 = (v) => jsxs("p", { className: "lead", id: v[0], children: ["Hello ", v[1]] });
 *     T0.writeHTML = (v) => { put('<p class="lead"' + attr("id", v[0]) + '>Hello ', true); child(v[1], [2, 1]); put('</p>', false); };
 *
 * Attributes are written by the rules of the lean renderer, which are tested
 * against React's; what they do not know stays as it is.
 */
export function precompile(): Plugin {
  return {
    name: 'precompile',
    enforce: 'post',
    transform(code, id) {
      if (!/\/web\/src\/.*\.tsx$/.test(id)) return null;
      const compiled = compile(code, this.parse(code));
      if (compiled.code === code) return null;
      const head = `import { ${tools.map((name) => `${name} as $${name}`).join(', ')} } from ${JSON.stringify(runtime)};`;
      return { code: [head, ...compiled.templates, compiled.code].join('\n'), map: null };
    },
  };
}

/** What templates ask for of web/src/server/renderer.ts; there without the dollar sign. */
export const tools = ['attr', 'child', 'elementType', 'fill', 'put', 'text'] as const;

/** The declarations of the templates in a module, and the module with elements of them. */
export function compile(code: string, program: Node): { templates: string[]; code: string } {
  const module = new Module(code, program);
  return { code: module.rewritten(), templates: module.templates };
}

class Module {
  readonly templates: string[] = [];
  private readonly makers = new Set<string>();
  private fragment = '';

  constructor(
    private readonly code: string,
    private readonly program: Node,
  ) {
    for (const statement of program.body) {
      if (statement.type !== 'ImportDeclaration' || statement.source.value !== 'react/jsx-runtime') continue;
      for (const { imported, local } of statement.specifiers) {
        if (imported.name === 'Fragment') this.fragment = local.name;
        else this.makers.add(local.name);
      }
    }
  }

  rewritten(): string {
    return this.source(this.program, 0, this.code.length);
  }

  /** The source of a node, with templates instead of the elements in it. */
  source(node: Node, start = node.start, end = node.end): string {
    let made = '';
    let from = start;
    const visit = (inner: Node) => {
      if (typeof inner?.type !== 'string') return;
      const element = this.element(inner);
      if (element !== undefined) {
        made += this.code.slice(from, inner.start) + element;
        from = inner.end;
        return;
      }
      for (const key of Object.keys(inner)) {
        const value = inner[key];
        if (Array.isArray(value)) value.forEach(visit);
        else if (value && typeof value === 'object') visit(value);
      }
    };
    visit(node);
    return made + this.code.slice(from, end);
  }

  /** What stands for an element that can be a template. */
  private element(node: Node): string | undefined {
    if (!this.isElement(node)) return undefined;
    if (node.arguments[0].type !== 'Literal') return this.component(node);
    const template = new Template(this);
    if (!template.add(node)) return undefined;
    const written = template.written();
    const name = `$template${this.templates.length}`;
    this.templates.push(`const ${name} = (v) => ${template.built};\n${name}.writeHTML = (v) => { ${written} };`);
    return `({ $$typeof: $elementType, type: ${name}, props: [${template.values.join(', ')}] })`;
  }

  /** An element of a component whose props are all written out: what jsx() would make of it. */
  private component(node: Node): string | undefined {
    const [type, props] = node.arguments;
    if (props?.type !== 'ObjectExpression' || props.properties.some((one: Node) => one.type !== 'Property')) return;
    return `({ $$typeof: $elementType, type: ${this.source(type)}, props: ${this.source(props)} })`;
  }

  /** The name of a path that is made once. */
  path(levels: number[]): string {
    const name = `$path${levels.join('_')}`;
    const declared = `const ${name} = [${levels.join(', ')}];`;
    if (!this.templates.includes(declared)) this.templates.push(declared);
    return name;
  }

  isElement(node: Node): boolean {
    return node.type === 'CallExpression' && node.callee.type === 'Identifier' && this.makers.has(node.callee.name);
  }

  isFragment(node: Node): boolean {
    const [type] = node.arguments;
    return this.fragment !== '' && type.type === 'Identifier' && type.name === this.fragment;
  }
}

/** One step of writing: HTML that ends with text or not, what stands at a place, or text. All of it is source. */
interface Step {
  html?: string;
  afterText?: boolean;
  slot?: string;
  path?: string;
  text?: string;
}

class Template {
  /** The sources of what is not constant, in the order in which it is evaluated. */
  readonly values: string[] = [];
  /** The source of the same element for React. */
  built = '';
  private readonly steps: Step[] = [];
  /** An expression under construction: constant text, and attributes in between. */
  private chunk: string[] = [];
  private constant = '';
  /** Whether text stands last; undefined where that shows only while drawing. */
  private afterText: boolean | undefined;

  constructor(private readonly module: Module) {}

  /** The source of what writes it. */
  written(): string {
    this.flush();
    let made = '';
    for (let at = 0; at < this.steps.length; at++) {
      const [step, next, afterwards] = this.steps.slice(at, at + 3) as [Step, Step?, Step?];
      if (step.html && !step.afterText && next?.slot && afterwards?.html && !afterwards.afterText) {
        made += `$fill(${step.html}, ${next.slot}, ${afterwards.html}${next.path});`;
        at += 2;
      } else if (step.html) made += `$put(${step.html}, ${step.afterText});`;
      else if (step.slot) made += `$child(${step.slot}${step.path});`;
      else made += `$text(${step.text});`;
    }
    return made;
  }

  /** Adds an element, or says that it cannot be part of a template. */
  add(node: Node, path: number[] = []): boolean {
    const [type, props] = node.arguments;
    if (props?.type !== 'ObjectExpression') return false;
    if (props.properties.some((one: Node) => one.type !== 'Property' || one.computed || one.method)) return false;
    const named = new Map<string, Node>(
      props.properties.map((one: Node) => [one.key.name ?? String(one.key.value), one.value]),
    );
    const children = named.get('children');
    named.delete('children');
    if (this.module.isFragment(node)) {
      this.build(node, [], children, path);
      return true;
    }
    if (type.type !== 'Literal' || typeof type.value !== 'string') return false;
    const tag: string = type.value;
    if (special.has(tag) || !/^[a-zA-Z][a-zA-Z\d]*$/.test(tag)) return false;
    if (tag === 'button' && [...named.keys()].some((name) => ofButtons.has(name))) return false;
    if ([...named.keys()].some((name) => ruleOf(name).kind === 'refused')) return false;
    if (tag === 'a' && named.get('href')?.value === '') return false;
    this.constant += `<${tag}`;
    const kept: string[] = [];
    for (const [name, value] of named) {
      if (ruleOf(name).kind === 'none') continue;
      const known = constantOf(value);
      if (known) {
        if (known.value !== null && known.value !== undefined) this.constant += attribute(name, known.value);
        kept.push(`${JSON.stringify(name)}: ${this.module.source(value)}`);
      } else {
        const slot = this.slot(value);
        this.chunk.push(JSON.stringify(this.constant), `$attr(${JSON.stringify(name)}, ${slot}, ${tag === 'a'})`);
        this.constant = '';
        kept.push(`${JSON.stringify(name)}: ${slot}`);
      }
    }
    this.constant += '>';
    this.afterText = false;
    this.build(node, kept, children, path);
    this.constant += `</${tag}>`;
    this.afterText = false;
    return true;
  }

  /** Adds the children of an element, and makes what React is given instead. */
  private build(node: Node, props: string[], children: Node | undefined, path: number[]): void {
    if (children) props.push(`children: ${this.inside(children, path)}`);
    const { callee } = node;
    this.built = `${callee.name}(${this.module.source(node.arguments[0])}, { ${props.join(', ')} })`;
  }

  /** Adds children and returns their source for React. */
  private inside(node: Node, path: number[]): string {
    if (node.type === 'ArrayExpression' && node.elements.every((one: Node) => one && one.type !== 'SpreadElement')) {
      const total = node.elements.length;
      return `[${node.elements.map((one: Node, index: number) => this.inside(one, [...path, total, index])).join(', ')}]`;
    }
    const known = constantOf(node);
    if (known) {
      if (typeof known.value === 'string' || typeof known.value === 'number') this.text(`${known.value}`);
      return this.module.source(node);
    }
    if (this.module.isElement(node) && this.add(node, path)) return this.built;
    const slot = this.slot(node);
    this.flush();
    this.steps.push({ slot, path: path.length > 0 ? `, ${this.module.path(path)}` : '' });
    this.afterText = undefined;
    return slot;
  }

  private text(text: string): void {
    if (text === '') return;
    const escaped = escapeText(text);
    if (this.afterText === undefined) {
      this.flush();
      this.steps.push({ text: JSON.stringify(escaped) });
    } else this.constant += (this.afterText ? '<!-- -->' : '') + escaped;
    this.afterText = true;
  }

  private slot(value: Node): string {
    return `v[${this.values.push(this.module.source(value)) - 1}]`;
  }

  private flush(): void {
    if (this.constant !== '') this.chunk.push(JSON.stringify(this.constant));
    if (this.chunk.length > 0) this.steps.push({ html: this.chunk.join(' + '), afterText: this.afterText === true });
    this.chunk = [];
    this.constant = '';
  }
}

/** The value of an expression that is the same whenever it is evaluated. */
function constantOf(node: Node): { value: unknown } | undefined {
  if (node.type === 'Literal' && !node.regex && !node.bigint) return { value: node.value };
  if (node.type === 'TemplateLiteral' && node.expressions.length === 0) return { value: node.quasis[0].value.cooked };
  if (node.type === 'UnaryExpression' && node.operator === '-' && typeof node.argument.value === 'number')
    return { value: -node.argument.value };
  if (node.type === 'Identifier' && node.name === 'undefined') return { value: undefined };
  return undefined;
}
