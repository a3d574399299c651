const pseudoClass = /(?<!\\):(hover|focus-visible|active)(?![\w-])/g;
const known = new WeakSet<CSSStyleSheet>();

/** The rule for elements that are to look as if they were pointed at, focused or pressed. */
export function shownRule(cssText: string): string {
  return cssText.replace(pseudoClass, '[data-shown~="$1"]');
}

/**
 * Makes `data-shown="hover"` look like the pseudo-class of that name, and the
 * same for focus-visible and active: beside each rule stands one that asks for
 * the attribute, so that states are drawn by the rules that visitors meet.
 */
export function showStates(): void {
  for (const sheet of document.styleSheets) {
    if (known.has(sheet)) continue;
    known.add(sheet);
    copyRules(sheet);
  }
}

type RuleList = CSSStyleSheet | CSSGroupingRule | CSSStyleRule;

function copyRules(parent: RuleList): void {
  // From the end, so that what is inserted moves nothing that is still to come.
  for (let index = parent.cssRules.length - 1; index >= 0; index--) {
    const rule = parent.cssRules[index];
    if (rule instanceof CSSStyleRule && shownRule(rule.selectorText) !== rule.selectorText)
      parent.insertRule(shownRule(rule.cssText), index + 1);
    else if (rule instanceof CSSStyleRule || rule instanceof CSSGroupingRule) copyRules(rule);
  }
}
