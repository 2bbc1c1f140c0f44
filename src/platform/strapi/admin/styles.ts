/** Adds rules for Strapi's elements. If Strapi's elements change, the rules match nothing. */
export const addStyles = (rules: string): void => {
  const style = document.createElement('style');
  style.textContent = rules;
  document.head.append(style);
};
