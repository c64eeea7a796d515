export default {
  extends: 'stylelint-config-standard',
  rules: {
    // Elements carry their own styles; short hexadecimal colours and grouped declarations stay readable there.
    'declaration-empty-line-before': null,
    'custom-property-empty-line-before': null,
    'comment-empty-line-before': null,
    'rule-empty-line-before': null,
  },
};
