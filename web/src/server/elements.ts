// The elements that are written by rules of their own.

import { attribute, escapeText } from './attributes';
import { ImagePreloads } from './image-preloads';
import { fill, put, writePaired } from './renderer';
import { Unsupported } from './unsupported';

type Props = Record<string, unknown>;
type HostWriter = (tag: string, props: Props) => void;

/** The images of the page that is being drawn. */
let images = new ImagePreloads();
/** What is chosen in the select element around; nothing where there is none. */
let chosen: unknown;
let insidePicture = false;

/** Says that a page begins. */
export function beginElements(): void {
  images = new ImagePreloads();
  chosen = undefined;
  insidePicture = false;
}

/** What stands at the front of the page that was drawn. */
export function preloads(): string {
  return images.html();
}

/** The attributes of an element, those that are left out by name apart. */
function attributes(props: Props, without: ReadonlySet<string>): string {
  let written = '';
  for (const name in props) {
    const value = props[name];
    if (value !== undefined && value !== null && !without.has(name)) written += attribute(name, value);
  }
  return written;
}

/** The attributes of these names, in their order. */
function listed(props: Props, names: readonly string[]): string {
  let written = '';
  for (const name of names) {
    const value = props[name];
    if (value !== undefined && value !== null) written += attribute(name, value);
  }
  return written;
}

function refuseChildren(tag: string, { children }: Props): void {
  if (children !== undefined && children !== null) throw new Unsupported(`children of <${tag}>`);
}

const formAttributes = ['name', 'formAction', 'formEncType', 'formMethod', 'formTarget'];

const writeVoid: HostWriter = (tag, props) => {
  refuseChildren(tag, props);
  put(`<${tag}${attributes(props, noNames)}/>`, false);
};
const noNames: ReadonlySet<string> = new Set();

const writeImage: HostWriter = (tag, props) => {
  if (!insidePicture) images.note(props);
  writeVoid(tag, props);
};

/** Within <picture> images are not fetched ahead. */
const writePicture: HostWriter = (tag, props) => {
  const around = insidePicture;
  insidePicture = true;
  writePaired(tag, props);
  insidePicture = around;
};

const inputAttributes = new Set(['children', ...formAttributes, 'checked', 'defaultChecked', 'value', 'defaultValue']);

const writeInput: HostWriter = (tag, props) => {
  refuseChildren(tag, props);
  refuseActions(props);
  const checked = props.checked ?? props.defaultChecked;
  const value = props.value ?? props.defaultValue;
  const ticked = checked && typeof checked !== 'function' && typeof checked !== 'symbol' ? ' checked=""' : '';
  const start = `<input${attributes(props, inputAttributes)}${listed(props, formAttributes)}`;
  put(`${start}${ticked}${listed({ value }, ['value'])}/>`, false);
};

const buttonAttributes = new Set(['children', ...formAttributes]);

const writeButton: HostWriter = (tag, props) => {
  refuseActions(props);
  writeTail(tag, props, buttonAttributes, formAttributes);
};

const lastOfForms = ['action', 'encType', 'method', 'target'];
const formOwn = new Set(['children', ...lastOfForms]);

const writeForm: HostWriter = (tag, props) => {
  refuseActions(props);
  writeTail(tag, props, formOwn, lastOfForms);
};

function refuseActions(props: Props): void {
  if (typeof props.action === 'function' || typeof props.formAction === 'function')
    throw new Unsupported('actions of forms');
}

/** An element some of whose attributes stand last, in an order of their own. */
function writeTail(tag: string, props: Props, without: ReadonlySet<string>, last: readonly string[]): void {
  fill(`<${tag}${attributes(props, without)}${listed(props, last)}>`, props.children, `</${tag}>`);
}

const writeAnchor: HostWriter = (tag, props) => {
  // Of other elements an empty address is left out.
  if (props.href === '') throw new Unsupported('links with an empty address');
  writePaired(tag, props);
};

const selectOwn = new Set(['children', 'value', 'defaultValue']);

const writeSelect: HostWriter = (tag, props) => {
  const around = chosen;
  chosen = props.value ?? props.defaultValue ?? undefined;
  writeTail(tag, props, selectOwn, []);
  chosen = around;
};

const optionOwn = new Set(['children', 'selected']);

const writeOption: HostWriter = (_tag, props) => {
  const { children, value } = props;
  let selected = props.selected;
  if (chosen !== undefined) {
    if (value === undefined || value === null) {
      if (typeof children !== 'string') throw new Unsupported('an option without a value');
    }
    const own = `${value ?? children}`;
    selected = Array.isArray(chosen) ? chosen.some((one) => `${one}` === own) : `${chosen}` === own;
  }
  fill(`<option${attributes(props, optionOwn)}${selected ? ' selected=""' : ''}>`, children, '</option>');
};

// Browsers drop a line feed that stands first in the text of the following: there are two, so that one is left.

const textareaOwn = new Set(['children', 'value', 'defaultValue']);

const writeTextarea: HostWriter = (tag, props) => {
  refuseChildren(tag, props);
  const value = props.value ?? props.defaultValue;
  const first = typeof value === 'string' && value.startsWith('\n') ? '\n' : '';
  const text = value === undefined || value === null ? '' : escapeText(`${value}`);
  put(`<textarea${attributes(props, textareaOwn)}>${first}${text}</textarea>`, false);
};

const onlyChildren = new Set(['children']);

const writePreformatted: HostWriter = (tag, props) => {
  const { children } = props;
  const first = typeof children === 'string' && children.startsWith('\n') ? '\n' : '';
  fill(`<${tag}${attributes(props, onlyChildren)}>${first}`, children, `</${tag}>`);
};

/** How elements are written that are not simply paired. */
export const elements = new Map<string, HostWriter>();
for (const tag of 'area base br col embed hr keygen param source track wbr'.split(' ')) elements.set(tag, writeVoid);
elements.set('img', writeImage).set('picture', writePicture).set('input', writeInput).set('button', writeButton);
elements.set('form', writeForm).set('a', writeAnchor).set('select', writeSelect).set('option', writeOption);
elements.set('textarea', writeTextarea).set('pre', writePreformatted).set('listing', writePreformatted);
