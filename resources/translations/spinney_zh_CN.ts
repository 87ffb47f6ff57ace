<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Actions</name>
    <message>
        <source>Command Palette</source>
        <translation>命令面板</translation>
    </message>
    <message>
        <source>Find an action, a session, a file, an agent, a setting…</source>
        <translation>查找操作、会话、文件、代理或设置…</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>查找结果</translation>
    </message>
    <message>
        <source>File of the project</source>
        <translation>项目文件</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>View</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>Open Folder…</source>
        <translation>打开文件夹…</translation>
    </message>
    <message>
        <source>Open a project folder</source>
        <translation>打开一个项目文件夹</translation>
    </message>
    <message>
        <source>New Session</source>
        <translation>新建会话</translation>
    </message>
    <message>
        <source>Start a conversation in this project</source>
        <translation>在此项目中开始对话</translation>
    </message>
    <message>
        <source>Try the Demo</source>
        <translation>试用演示</translation>
    </message>
    <message>
        <source>A scripted tour that needs no model and no key</source>
        <translation>按脚本进行的演示，不需要模型也不需要密钥</translation>
    </message>
    <message>
        <source>Export Session…</source>
        <translation>导出会话…</translation>
    </message>
    <message>
        <source>Save this conversation as a file</source>
        <translation>将此对话保存为文件</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Close Spinney</source>
        <translation>关闭 Spinney</translation>
    </message>
    <message>
        <source>Search All Sessions</source>
        <translation>搜索所有会话</translation>
    </message>
    <message>
        <source>Find text in every conversation</source>
        <translation>在每个对话中查找文字</translation>
    </message>
    <message>
        <source>Go to Parent</source>
        <translation>转到上级</translation>
    </message>
    <message>
        <source>Open the session that started this one</source>
        <translation>打开启动此会话的会话</translation>
    </message>
    <message>
        <source>Go to First Child</source>
        <translation>转到第一个下级</translation>
    </message>
    <message>
        <source>Open the first session this one started</source>
        <translation>打开此会话启动的第一个会话</translation>
    </message>
    <message>
        <source>Next Sibling</source>
        <translation>下一个同级</translation>
    </message>
    <message>
        <source>Open the next session on the same level</source>
        <translation>打开同一级的下一个会话</translation>
    </message>
    <message>
        <source>Previous Sibling</source>
        <translation>上一个同级</translation>
    </message>
    <message>
        <source>Open the session before, on the same level</source>
        <translation>打开同一级的上一个会话</translation>
    </message>
    <message>
        <source>Next That Needs You</source>
        <translation>下一个需要您的会话</translation>
    </message>
    <message>
        <source>Open the next session that waits for you or has something unread</source>
        <translation>打开下一个等待您或有未读内容的会话</translation>
    </message>
    <message>
        <source>Rename Session…</source>
        <translation>重命名会话…</translation>
    </message>
    <message>
        <source>Give this session another title</source>
        <translation>给此会话换一个标题</translation>
    </message>
    <message>
        <source>Archive Session</source>
        <translation>归档会话</translation>
    </message>
    <message>
        <source>Take it off the list without deleting it</source>
        <translation>从列表中移除但不删除</translation>
    </message>
    <message>
        <source>Delete Session…</source>
        <translation>删除会话…</translation>
    </message>
    <message>
        <source>Delete it with everything below it</source>
        <translation>连同其下的一切一起删除</translation>
    </message>
    <message>
        <source>Write a Prompt</source>
        <translation>撰写提示</translation>
    </message>
    <message>
        <source>Put the cursor into the composer</source>
        <translation>将光标移到输入框</translation>
    </message>
    <message>
        <source>Send Now</source>
        <translation>立即发送</translation>
    </message>
    <message>
        <source>Give it to the agent at the next step</source>
        <translation>在下一步交给代理</translation>
    </message>
    <message>
        <source>Interrupt</source>
        <translation>中断</translation>
    </message>
    <message>
        <source>Stop this turn; background tasks go on</source>
        <translation>停止本轮；后台任务继续</translation>
    </message>
    <message>
        <source>Attach File…</source>
        <translation>附加文件…</translation>
    </message>
    <message>
        <source>Add a file or an image to the prompt</source>
        <translation>在提示中添加文件或图片</translation>
    </message>
    <message>
        <source>Find in Session</source>
        <translation>在会话中查找</translation>
    </message>
    <message>
        <source>Find text in this conversation</source>
        <translation>在此对话中查找文字</translation>
    </message>
    <message>
        <source>Jump to Latest</source>
        <translation>跳到最新</translation>
    </message>
    <message>
        <source>Scroll to the end and stay there</source>
        <translation>滚动到末尾并停留</translation>
    </message>
    <message>
        <source>Previous Prompt</source>
        <translation>上一条提示</translation>
    </message>
    <message>
        <source>Scroll to the prompt before</source>
        <translation>滚动到上一条提示</translation>
    </message>
    <message>
        <source>Next Prompt</source>
        <translation>下一条提示</translation>
    </message>
    <message>
        <source>Scroll to the next prompt</source>
        <translation>滚动到下一条提示</translation>
    </message>
    <message>
        <source>Copy Last Answer</source>
        <translation>复制最后的回答</translation>
    </message>
    <message>
        <source>Copy the agent&apos;s last answer</source>
        <translation>复制代理最后的回答</translation>
    </message>
    <message>
        <source>Compact Context</source>
        <translation>压缩上下文</translation>
    </message>
    <message>
        <source>Replace old messages by a summary for the model</source>
        <translation>用摘要替换给模型的旧消息</translation>
    </message>
    <message>
        <source>What Fills the Context…</source>
        <translation>上下文的构成…</translation>
    </message>
    <message>
        <source>Tokens by kind, and the way to compact them</source>
        <translation>按种类列出的令牌数，以及压缩的方法</translation>
    </message>
    <message>
        <source>Next Request</source>
        <translation>下一个请求</translation>
    </message>
    <message>
        <source>Show the next permission request</source>
        <translation>显示下一个权限请求</translation>
    </message>
    <message>
        <source>Send to Background</source>
        <translation>转到后台</translation>
    </message>
    <message>
        <source>Let the task go on while you do other things</source>
        <translation>让任务继续，您可以做别的事</translation>
    </message>
    <message>
        <source>Send Message…</source>
        <translation>发送消息…</translation>
    </message>
    <message>
        <source>Tell the selected task something</source>
        <translation>向所选任务说些什么</translation>
    </message>
    <message>
        <source>Open Its Session</source>
        <translation>打开其会话</translation>
    </message>
    <message>
        <source>Show the conversation of the selected task</source>
        <translation>显示所选任务的对话</translation>
    </message>
    <message>
        <source>Open Its Folder</source>
        <translation>打开其文件夹</translation>
    </message>
    <message>
        <source>Show the folder the selected task works in</source>
        <translation>显示所选任务工作的文件夹</translation>
    </message>
    <message>
        <source>Resume Task</source>
        <translation>继续任务</translation>
    </message>
    <message>
        <source>Let a task that was cut off go on from where it was</source>
        <translation>让被中断的任务从中断处继续</translation>
    </message>
    <message>
        <source>Review Its Changes…</source>
        <translation>审查其更改…</translation>
    </message>
    <message>
        <source>See and take what the task changed in its worktree</source>
        <translation>查看并采用任务在其工作树中所做的更改</translation>
    </message>
    <message>
        <source>Worktrees…</source>
        <translation>工作树…</translation>
    </message>
    <message>
        <source>All worktrees of this project, and the bin</source>
        <translation>此项目的所有工作树以及回收站</translation>
    </message>
    <message>
        <source>Stop Task</source>
        <translation>停止任务</translation>
    </message>
    <message>
        <source>Stop the selected task; it can be resumed</source>
        <translation>停止所选任务；之后可以继续</translation>
    </message>
    <message>
        <source>Stop Tree</source>
        <translation>停止整棵树</translation>
    </message>
    <message>
        <source>Stop the task and everything under it</source>
        <translation>停止任务及其下的一切</translation>
    </message>
    <message>
        <source>Discard…</source>
        <translation>丢弃…</translation>
    </message>
    <message>
        <source>Stop the task and put its worktree in the bin</source>
        <translation>停止任务并将其工作树放入回收站</translation>
    </message>
    <message>
        <source>Find anything by its name</source>
        <translation>按名称查找任何东西</translation>
    </message>
    <message>
        <source>Show or hide the list of sessions</source>
        <translation>显示或隐藏会话列表</translation>
    </message>
    <message>
        <source>Show or hide the list of tasks</source>
        <translation>显示或隐藏任务列表</translation>
    </message>
    <message>
        <source>Show or hide what waits for you</source>
        <translation>显示或隐藏等待您的内容</translation>
    </message>
    <message>
        <source>Change Level of Detail</source>
        <translation>更改详细程度</translation>
    </message>
    <message>
        <source>Summary, normal, everything</source>
        <translation>摘要、普通、全部</translation>
    </message>
    <message>
        <source>Larger Text</source>
        <translation>放大文字</translation>
    </message>
    <message>
        <source>Make all text larger</source>
        <translation>放大所有文字</translation>
    </message>
    <message>
        <source>Smaller Text</source>
        <translation>缩小文字</translation>
    </message>
    <message>
        <source>Make all text smaller</source>
        <translation>缩小所有文字</translation>
    </message>
    <message>
        <source>Normal Text Size</source>
        <translation>正常文字大小</translation>
    </message>
    <message>
        <source>Back to the usual size</source>
        <translation>恢复通常大小</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Light colours</source>
        <translation>浅色配色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Dark colours</source>
        <translation>深色配色</translation>
    </message>
    <message>
        <source>As the System</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Follow the system&apos;s light or dark</source>
        <translation>跟随系统的浅色或深色</translation>
    </message>
    <message>
        <source>Reset Layout</source>
        <translation>重置布局</translation>
    </message>
    <message>
        <source>Put all docks back to where they were</source>
        <translation>将所有面板放回原处</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>设置…</translation>
    </message>
    <message>
        <source>Providers, permissions, appearance</source>
        <translation>提供商、权限、外观</translation>
    </message>
    <message>
        <source>Agents…</source>
        <translation>代理…</translation>
    </message>
    <message>
        <source>See, make and change agents</source>
        <translation>查看、创建和修改代理</translation>
    </message>
    <message>
        <source>Usage…</source>
        <translation>用量…</translation>
    </message>
    <message>
        <source>Tokens and cost by day, model, agent and session</source>
        <translation>按日、模型、代理和会话统计的令牌与费用</translation>
    </message>
    <message>
        <source>Tour</source>
        <translation>导览</translation>
    </message>
    <message>
        <source>The parts of the window, one after the other</source>
        <translation>逐一介绍窗口的各个部分</translation>
    </message>
    <message>
        <source>Keyboard Shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>All shortcuts on one sheet</source>
        <translation>一页列出所有快捷键</translation>
    </message>
    <message>
        <source>About Spinney</source>
        <translation>关于 Spinney</translation>
    </message>
    <message>
        <source>Version and where things are kept</source>
        <translation>版本以及数据的存放位置</translation>
    </message>
</context>
<context>
    <name>Agents</name>
    <message>
        <source>Agents</source>
        <translation>代理</translation>
    </message>
    <message>
        <source>New</source>
        <translation>新建</translation>
    </message>
    <message>
        <source>Generate…</source>
        <translation>生成…</translation>
    </message>
    <message>
        <source>Describe what it is for; a model writes it</source>
        <translation>描述其用途，由模型来撰写</translation>
    </message>
    <message>
        <source>Where to save</source>
        <translation>保存位置</translation>
    </message>
    <message>
        <source>For me, in all projects</source>
        <translation>供我在所有项目中使用</translation>
    </message>
    <message>
        <source>In this project</source>
        <translation>在此项目中</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Copy to mine</source>
        <translation>复制为我的</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>删除…</translation>
    </message>
    <message>
        <source>Start a session with it</source>
        <translation>用它开始会话</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>New agent</source>
        <translation>新代理</translation>
    </message>
    <message>
        <source>Not saved yet</source>
        <translation>尚未保存</translation>
    </message>
    <message>
        <source>Yours</source>
        <translation>您的</translation>
    </message>
    <message>
        <source>This project&apos;s</source>
        <translation>此项目的</translation>
    </message>
    <message>
        <source>Built in</source>
        <translation>内置</translation>
    </message>
    <message>
        <source>Another program&apos;s</source>
        <translation>其他程序的</translation>
    </message>
    <message>
        <source>{origin}: copy it to change it.</source>
        <translation>{origin}：复制后才能修改。</translation>
    </message>
    <message>
        <source>Generate an agent</source>
        <translation>生成代理</translation>
    </message>
    <message>
        <source>What is it for? A model writes its name, description and prompt.</source>
        <translation>它用来做什么？模型会写出它的名称、说明和提示。</translation>
    </message>
    <message>
        <source>A model writes it…</source>
        <translation>模型正在撰写…</translation>
    </message>
    <message>
        <source>Look it over, then save it.</source>
        <translation>请检查，然后保存。</translation>
    </message>
    <message>
        <source>Replace {name}?</source>
        <translation>替换 {name}？</translation>
    </message>
    <message>
        <source>{file} exists already.</source>
        <translation>{file} 已经存在。</translation>
    </message>
    <message>
        <source>Replace it</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Saved in {file}.</source>
        <translation>已保存到 {file}。</translation>
    </message>
    <message>
        <source>Delete {name}?</source>
        <translation>删除 {name}？</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Keep it</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>代理</translation>
    </message>
    <message>
        <source>{name} must be a number.</source>
        <translation>{name} 必须是数字。</translation>
    </message>
    <message>
        <source>Purpose</source>
        <translation>用途</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>When to use it</source>
        <translation>何时使用</translation>
    </message>
    <message>
        <source>Models read this to decide when to hand work to it</source>
        <translation>模型据此决定何时把工作交给它</translation>
    </message>
    <message>
        <source>Who calls it</source>
        <translation>谁来调用</translation>
    </message>
    <message>
        <source>People and agents</source>
        <translation>人和代理</translation>
    </message>
    <message>
        <source>People, in a session of its own</source>
        <translation>人，在它自己的会话中</translation>
    </message>
    <message>
        <source>Other agents only</source>
        <translation>仅其他代理</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>First message</source>
        <translation>第一条消息</translation>
    </message>
    <message>
        <source>Sent by itself when a session with it begins</source>
        <translation>与它的会话开始时自动发送</translation>
    </message>
    <message>
        <source>Hidden from lists</source>
        <translation>不在列表中显示</translation>
    </message>
    <message>
        <source>Switched off</source>
        <translation>停用</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>As the model has it</source>
        <translation>按模型默认</translation>
    </message>
    <message>
        <source>provider/model; empty for the one of the session</source>
        <translation>提供商/模型；留空则用会话的模型</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>Top p</source>
        <translation>Top p</translation>
    </message>
    <message>
        <source>Reasoning effort</source>
        <translation>推理强度</translation>
    </message>
    <message>
        <source>Steps in a turn, at most</source>
        <translation>每轮最多步数</translation>
    </message>
    <message>
        <source>No limit of its own</source>
        <translation>没有自己的限制</translation>
    </message>
    <message>
        <source>Options for the provider</source>
        <translation>给提供商的选项</translation>
    </message>
    <message>
        <source>Tools and rights</source>
        <translation>工具与权限</translation>
    </message>
    <message>
        <source>All tools</source>
        <translation>所有工具</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>More tools</source>
        <translation>更多工具</translation>
    </message>
    <message>
        <source>Tools of MCP servers, with commas: server_*</source>
        <translation>MCP 服务器的工具，用逗号分隔：server_*</translation>
    </message>
    <message>
        <source>But not</source>
        <translation>但不包括</translation>
    </message>
    <message>
        <source>Names with commas</source>
        <translation>用逗号分隔的名称</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>As the session</source>
        <translation>与会话相同</translation>
    </message>
    <message>
        <source>Works in</source>
        <translation>工作于</translation>
    </message>
    <message>
        <source>The project&apos;s folder</source>
        <translation>项目的文件夹</translation>
    </message>
    <message>
        <source>A worktree of its own</source>
        <translation>自己的工作树</translation>
    </message>
    <message>
        <source>A remote machine</source>
        <translation>远程机器</translation>
    </message>
    <message>
        <source>Always in the background</source>
        <translation>始终在后台</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>记忆</translation>
    </message>
    <message>
        <source>Of mine, in all projects</source>
        <translation>我的，在所有项目中</translation>
    </message>
    <message>
        <source>Of the project, shared</source>
        <translation>项目的，共享</translation>
    </message>
    <message>
        <source>Of the project, mine alone</source>
        <translation>项目的，仅我自己</translation>
    </message>
    <message>
        <source>Skills loaded from the start</source>
        <translation>一开始就加载的技能</translation>
    </message>
    <message>
        <source>Needs the MCP servers</source>
        <translation>需要的 MCP 服务器</translation>
    </message>
    <message>
        <source>MCP servers of its own</source>
        <translation>自己的 MCP 服务器</translation>
    </message>
    <message>
        <source>Hooks</source>
        <translation>钩子</translation>
    </message>
    <message>
        <source>Rule {number} cannot be read.</source>
        <translation>无法读取第 {number} 条规则。</translation>
    </message>
    <message>
        <source>Write it like “bash: npm test * = allow”.</source>
        <translation>请写成“bash: npm test * = allow”的形式。</translation>
    </message>
    <message>
        <source>{name} is not JSON: {why}.</source>
        <translation>{name} 不是 JSON：{why}。</translation>
    </message>
    <message>
        <source>{name} must be written as {kind}.</source>
        <translation>{name} 必须写成 {kind}。</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>预览</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>A call of it</source>
        <translation>调用时</translation>
    </message>
    <message>
        <source>It can</source>
        <translation>它能做什么</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Prompt to try</source>
        <translation>试用提示</translation>
    </message>
    <message>
        <source>Say something to it</source>
        <translation>对它说点什么</translation>
    </message>
    <message>
        <source>Ask it</source>
        <translation>询问</translation>
    </message>
    <message>
        <source>Its answer</source>
        <translation>它的回答</translation>
    </message>
    <message>
        <source>One answer with this prompt and model, without tools: nothing is run or kept.</source>
        <translation>用此提示和模型回答一次，不使用工具：不运行也不保留任何东西。</translation>
    </message>
    <message>
        <source>Try it</source>
        <translation>试用</translation>
    </message>
    <message>
        <source>Model: {name}</source>
        <translation>模型：{name}</translation>
    </message>
    <message>
        <source>none is configured</source>
        <translation>尚未配置</translation>
    </message>
    <message>
        <source>It has not: {names}</source>
        <translation>它没有：{names}</translation>
    </message>
</context>
<context>
    <name>FirstRun</name>
    <message>
        <source>Key found in {name}</source>
        <translation>在 {name} 中找到密钥</translation>
    </message>
    <message>
        <source>Runs here, at {address}</source>
        <translation>在本机运行，地址 {address}</translation>
    </message>
    <message>
        <source>Model of {name}</source>
        <translation>{name} 的模型</translation>
    </message>
    <message>
        <source>Use this</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>Use {name}</source>
        <translation>使用 {name}</translation>
    </message>
    <message>
        <source>Trying it with one call…</source>
        <translation>正在用一次调用试用…</translation>
    </message>
    <message>
        <source>Provider</source>
        <translation>提供商</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>密钥</translation>
    </message>
    <message>
        <source>Paste the key here</source>
        <translation>在此粘贴密钥</translation>
    </message>
    <message>
        <source>Show the key</source>
        <translation>显示密钥</translation>
    </message>
    <message>
        <source>Save and test</source>
        <translation>保存并测试</translation>
    </message>
    <message>
        <source>The key goes into the system keyring, never into a file. One small call shows whether it works.</source>
        <translation>密钥存入系统密钥环，绝不写入文件。一次小调用即可看出它是否有效。</translation>
    </message>
    <message>
        <source>Use it for this run only</source>
        <translation>仅在本次运行中使用</translation>
    </message>
    <message>
        <source>Use an environment variable…</source>
        <translation>使用环境变量…</translation>
    </message>
    <message>
        <source>Try the keyring again</source>
        <translation>再试一次密钥环</translation>
    </message>
    <message>
        <source>Enter the key first.</source>
        <translation>请先输入密钥。</translation>
    </message>
    <message>
        <source>Storing the key…</source>
        <translation>正在存储密钥…</translation>
    </message>
    <message>
        <source>The key is in the system keyring.</source>
        <translation>密钥已存入系统密钥环。</translation>
    </message>
    <message>
        <source>The key is kept in memory and gone when Spinney ends.</source>
        <translation>密钥只保存在内存中，Spinney 退出后即消失。</translation>
    </message>
    <message>
        <source>Environment variable</source>
        <translation>环境变量</translation>
    </message>
    <message>
        <source>Name of the variable that holds the key</source>
        <translation>保存密钥的变量名</translation>
    </message>
    <message>
        <source>Set {name} before you start Spinney the next time; it is not set now.</source>
        <translation>下次启动 Spinney 之前请设置 {name}；它现在没有设置。</translation>
    </message>
    <message>
        <source>Choose a model in the settings to try it.</source>
        <translation>请在设置中选择一个模型来试用。</translation>
    </message>
    <message>
        <source>{model} answered in {seconds} s and can call tools.</source>
        <translation>{model} 在 {seconds} 秒内作出回答，并且能够调用工具。</translation>
    </message>
    <message>
        <source>{model} answers, but did not call a tool when it was asked to. It can talk, but an agent needs tools to work.</source>
        <translation>{model} 能够回答，但被要求时没有调用工具。它可以交谈，但代理需要工具才能工作。</translation>
    </message>
    <message>
        <source>Welcome</source>
        <translation>欢迎</translation>
    </message>
    <message>
        <source>Welcome to Spinney</source>
        <translation>欢迎使用 Spinney</translation>
    </message>
    <message>
        <source>{name} is open</source>
        <translation>已打开 {name}</translation>
    </message>
    <message>
        <source>Spinney works with a model of your choice. Set one up, or take the demo tour: it needs no model and no key, and shows a whole piece of work from prompt to passing tests.</source>
        <translation>Spinney 使用您选择的模型。请设置一个模型，或者观看演示：演示不需要模型也不需要密钥，会展示从提示到测试通过的一整件工作。</translation>
    </message>
    <message>
        <source>Open a project folder to start working with an agent in it.</source>
        <translation>打开一个项目文件夹，开始与代理在其中工作。</translation>
    </message>
    <message>
        <source>Start a session and say what you want done.</source>
        <translation>开始一个会话，说出您想完成的事。</translation>
    </message>
    <message>
        <source>Looking for keys and model servers on this machine…</source>
        <translation>正在本机上查找密钥和模型服务器…</translation>
    </message>
    <message>
        <source>Found here</source>
        <translation>在本机找到</translation>
    </message>
    <message>
        <source>Enter a key</source>
        <translation>输入密钥</translation>
    </message>
    <message>
        <source>Another server</source>
        <translation>其他服务器</translation>
    </message>
    <message>
        <source>Neither a key in the environment nor a model server at a usual address.</source>
        <translation>环境变量中没有密钥，常用地址上也没有模型服务器。</translation>
    </message>
    <message>
        <source>Open a folder…</source>
        <translation>打开文件夹…</translation>
    </message>
    <message>
        <source>New session</source>
        <translation>新建会话</translation>
    </message>
    <message>
        <source>Try the demo</source>
        <translation>试用演示</translation>
    </message>
    <message>
        <source>Show me around</source>
        <translation>带我看看</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>最近</translation>
    </message>
    <message>
        <source>Address of the server</source>
        <translation>服务器地址</translation>
    </message>
    <message>
        <source>Key, if it needs one</source>
        <translation>密钥（如果需要）</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Name of the model</source>
        <translation>模型名称</translation>
    </message>
    <message>
        <source>Look for models</source>
        <translation>查找模型</translation>
    </message>
    <message>
        <source>Add and test</source>
        <translation>添加并测试</translation>
    </message>
    <message>
        <source>vLLM, LM Studio, LiteLLM, a company gateway: anything that speaks OpenAI&apos;s format.</source>
        <translation>vLLM、LM Studio、LiteLLM、公司网关：任何使用 OpenAI 格式的服务。</translation>
    </message>
    <message>
        <source>Asking the server for its models…</source>
        <translation>正在向服务器询问它的模型…</translation>
    </message>
    <message>
        <source>Models found: {count}. Choose one.</source>
        <translation>找到 {count} 个模型。请选择一个。</translation>
    </message>
    <message>
        <source>Choose or enter a model first.</source>
        <translation>请先选择或输入一个模型。</translation>
    </message>
    <message>
        <source>The key is used for this run only.</source>
        <translation>密钥仅在本次运行中使用。</translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message>
        <source>Default model</source>
        <translation>默认模型</translation>
    </message>
    <message>
        <source>About</source>
        <translation>关于</translation>
    </message>
    <message>
        <source>A native desktop home for coding agents.</source>
        <translation>编程代理的原生桌面之家。</translation>
    </message>
    <message>
        <source>Diagnostics</source>
        <translation>诊断信息</translation>
    </message>
    <message>
        <source>Versions, places, states and the end of the log. Keys are taken out, but read it before you send it: names of files may be in it.</source>
        <translation>版本、位置、状态和日志末尾。密钥已被去除，但发送前请先阅读：其中可能有文件名。</translation>
    </message>
    <message>
        <source>Gathering…</source>
        <translation>正在收集…</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copied.</source>
        <translation>已复制。</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>Light or dark</source>
        <translation>浅色或深色</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Colours of code</source>
        <translation>代码配色</translation>
    </message>
    <message>
        <source>Made darker or lighter where it would be hard to read.</source>
        <translation>在难以阅读之处会自动加深或变浅。</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文字</translation>
    </message>
    <message>
        <source>Size of text</source>
        <translation>文字大小</translation>
    </message>
    <message>
        <source>1 is the system&apos;s size, 2 twice as large.</source>
        <translation>1 为系统大小，2 为两倍。</translation>
    </message>
    <message>
        <source>Font</source>
        <translation>字体</translation>
    </message>
    <message>
        <source>Font of code</source>
        <translation>代码字体</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>间距</translation>
    </message>
    <message>
        <source>Density</source>
        <translation>密度</translation>
    </message>
    <message>
        <source>Compact</source>
        <translation>紧凑</translation>
    </message>
    <message>
        <source>Normal</source>
        <translation>普通</translation>
    </message>
    <message>
        <source>Roomy</source>
        <translation>宽松</translation>
    </message>
    <message>
        <source>Takes effect when Spinney starts the next time.</source>
        <translation>下次启动 Spinney 时生效。</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>What is kept</source>
        <translation>保存的内容</translation>
    </message>
    <message>
        <source>Everything is on this machine and readable by you only.</source>
        <translation>一切都在本机上，只有您可以读取。</translation>
    </message>
    <message>
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Open the folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>Export all sessions…</source>
        <translation>导出所有会话…</translation>
    </message>
    <message>
        <source>How long</source>
        <translation>保存多久</translation>
    </message>
    <message>
        <source>Offer to remove after</source>
        <translation>提示清理的期限</translation>
    </message>
    <message>
        <source>Sessions that were not touched for so long are offered for removal when Spinney starts. Nothing is ever removed without your click.</source>
        <translation>超过此期限未使用的会话会在 Spinney 启动时提示清理。没有您的点击，绝不会删除任何东西。</translation>
    </message>
    <message>
        <source>Keep everything</source>
        <translation>全部保留</translation>
    </message>
    <message>
        <source> days</source>
        <translation> 天</translation>
    </message>
    <message>
        <source>Clean up</source>
        <translation>清理</translation>
    </message>
    <message>
        <source>Older than</source>
        <translation>早于</translation>
    </message>
    <message>
        <source>Also sessions that are not archived</source>
        <translation>包括未归档的会话</translation>
    </message>
    <message>
        <source>Long outputs, logs, cached files and copies of the demo</source>
        <translation>长输出、日志、缓存文件和演示副本</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Show what would go…</source>
        <translation>显示将被删除的内容…</translation>
    </message>
    <message>
        <source>Together: {size}</source>
        <translation>合计：{size}</translation>
    </message>
    <message>
        <source>Export all sessions</source>
        <translation>导出所有会话</translation>
    </message>
    <message>
        <source>Sessions written to {folder}: {count}</source>
        <translation>已写入 {folder} 的会话：{count}</translation>
    </message>
    <message>
        <source>There is nothing that old.</source>
        <translation>没有那么旧的内容。</translation>
    </message>
    <message>
        <source>Untitled</source>
        <translation>无标题</translation>
    </message>
    <message>
        <source>  and {count} more</source>
        <translation>  以及另外 {count} 个</translation>
    </message>
    <message>
        <source>Sessions: {sessions}. Files: {files} ({size}). They are gone for good.</source>
        <translation>会话：{sessions}。文件：{files}（{size}）。删除后无法恢复。</translation>
    </message>
    <message>
        <source>Remove this?</source>
        <translation>删除这些？</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Removed; {size} of files freed.</source>
        <translation>已删除；释放了 {size} 的文件。</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Conversations</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Attachments</source>
        <translation>附件</translation>
    </message>
    <message>
        <source>Long outputs</source>
        <translation>长输出</translation>
    </message>
    <message>
        <source>Worktrees</source>
        <translation>工作树</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>Copies of the demo</source>
        <translation>演示副本</translation>
    </message>
    <message>
        <source>Cached files</source>
        <translation>缓存文件</translation>
    </message>
    <message>
        <source>Logs</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Agents, commands, skills</source>
        <translation>代理、命令、技能</translation>
    </message>
    <message>
        <source>Files that could not be read</source>
        <translation>无法读取的文件</translation>
    </message>
    <message>
        <source>Every file could be read.</source>
        <translation>所有文件都能读取。</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>What is wrong</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Agents</source>
        <translation>代理</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Skills</source>
        <translation>技能</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>For</source>
        <translation>用途</translation>
    </message>
    <message>
        <source>From</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Open in the agent editor</source>
        <translation>在代理编辑器中打开</translation>
    </message>
    <message>
        <source>New agent…</source>
        <translation>新建代理…</translation>
    </message>
    <message>
        <source>None yet.</source>
        <translation>还没有。</translation>
    </message>
    <message>
        <source>Built in</source>
        <translation>内置</translation>
    </message>
    <message>
        <source>Open settings</source>
        <translation>打开设置</translation>
    </message>
    <message>
        <source>Sessions older than you want to keep: {count}.</source>
        <translation>超过保存期限的会话：{count}。</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>代理</translation>
    </message>
    <message>
        <source>Search settings</source>
        <translation>搜索设置</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Show config.toml</source>
        <translation>显示 config.toml</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>and {count} more</source>
        <translation>以及另外 {count} 个</translation>
    </message>
    <message>
        <source>Saved: {name}.</source>
        <translation>已保存：{name}。</translation>
    </message>
    <message>
        <source>Taken back: {name}.</source>
        <translation>已撤销：{name}。</translation>
    </message>
    <message>
        <source># Nothing is set yet: everything has its default.</source>
        <translation># 尚未设置任何内容：一切均为默认值。</translation>
    </message>
    <message>
        <source>Nothing is called that.</source>
        <translation>没有这样的名称。</translation>
    </message>
    <message>
        <source>General</source>
        <translation>通用</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Language of the window</source>
        <translation>窗口语言</translation>
    </message>
    <message>
        <source>Default agent</source>
        <translation>默认代理</translation>
    </message>
    <message>
        <source>Who answers in a new session.</source>
        <translation>在新会话中由谁回答。</translation>
    </message>
    <message>
        <source>Steps in a turn, at most</source>
        <translation>每轮最多步数</translation>
    </message>
    <message>
        <source>The model is told to finish when it reaches this.</source>
        <translation>到达此数时会让模型收尾。</translation>
    </message>
    <message>
        <source>No limit</source>
        <translation>不限</translation>
    </message>
    <message>
        <source>Summarise the context at</source>
        <translation>达到时压缩上下文</translation>
    </message>
    <message>
        <source>Tokens; 0 turns it off. Without a number, 90 % of what the model can take.</source>
        <translation>令牌数；0 表示关闭。不填则为模型上限的 90 %。</translation>
    </message>
    <message>
        <source>90 % of the model&apos;s limit</source>
        <translation>模型上限的 90 %</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Tasks at the same time</source>
        <translation>同时进行的任务</translation>
    </message>
    <message>
        <source>More wait in line.</source>
        <translation>更多的任务排队等待。</translation>
    </message>
    <message>
        <source>Levels of agents below each other</source>
        <translation>代理的嵌套层数</translation>
    </message>
    <message>
        <source>Background tasks</source>
        <translation>后台任务</translation>
    </message>
    <message>
        <source>Agents may start work and go on while it runs.</source>
        <translation>代理可以启动工作并在其运行时继续。</translation>
    </message>
    <message>
        <source>Send to the background after</source>
        <translation>转到后台的时间</translation>
    </message>
    <message>
        <source>A task that takes longer stops holding up the conversation.</source>
        <translation>超过此时间的任务不再占住对话。</translation>
    </message>
    <message>
        <source>Never by itself</source>
        <translation>从不自动</translation>
    </message>
    <message>
        <source> s</source>
        <translation> 秒</translation>
    </message>
    <message>
        <source>Forks</source>
        <translation>分叉</translation>
    </message>
    <message>
        <source>A task without a named agent continues this conversation.</source>
        <translation>没有指定代理的任务会延续此对话。</translation>
    </message>
    <message>
        <source>Commands and network</source>
        <translation>命令与网络</translation>
    </message>
    <message>
        <source>Time for a shell command</source>
        <translation>Shell 命令的时间</translation>
    </message>
    <message>
        <source>Unless the agent asks for more.</source>
        <translation>除非代理要求更多。</translation>
    </message>
    <message>
        <source>Proxy</source>
        <translation>代理服务器</translation>
    </message>
    <message>
        <source>For calls to models.</source>
        <translation>用于调用模型。</translation>
    </message>
    <message>
        <source>Certificates</source>
        <translation>证书</translation>
    </message>
    <message>
        <source>A file with the certificates of your own authority.</source>
        <translation>包含您自己的证书机构的证书文件。</translation>
    </message>
    <message>
        <source>What is left empty is taken from what is known of the model.</source>
        <translation>留空的内容取自已知的模型信息。</translation>
    </message>
    <message>
        <source>As known</source>
        <translation>按已知</translation>
    </message>
    <message>
        <source>Context, in tokens</source>
        <translation>上下文（令牌）</translation>
    </message>
    <message>
        <source>Output, in tokens</source>
        <translation>输出（令牌）</translation>
    </message>
    <message>
        <source>Price of input, per million</source>
        <translation>输入价格（每百万）</translation>
    </message>
    <message>
        <source>Price of output, per million</source>
        <translation>输出价格（每百万）</translation>
    </message>
    <message>
        <source>Price of cached input</source>
        <translation>缓存输入价格</translation>
    </message>
    <message>
        <source>Price of writing the cache</source>
        <translation>写入缓存价格</translation>
    </message>
    <message>
        <source>Calls tools</source>
        <translation>调用工具</translation>
    </message>
    <message>
        <source>Takes images</source>
        <translation>接受图片</translation>
    </message>
    <message>
        <source>Reasons</source>
        <translation>会推理</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>No</source>
        <translation>否</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Used for</source>
        <translation>用于</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>The default model</source>
        <translation>默认模型</translation>
    </message>
    <message>
        <source>For sessions and agents that name no other.</source>
        <translation>用于没有指定其他模型的会话和代理。</translation>
    </message>
    <message>
        <source>Small model</source>
        <translation>小模型</translation>
    </message>
    <message>
        <source>For titles and summaries; a cheap one will do.</source>
        <translation>用于标题和摘要；便宜的即可。</translation>
    </message>
    <message>
        <source>Review model</source>
        <translation>审查模型</translation>
    </message>
    <message>
        <source>For reviews of changes.</source>
        <translation>用于审查更改。</translation>
    </message>
    <message>
        <source>All models</source>
        <translation>所有模型</translation>
    </message>
    <message>
        <source>Prices are per million tokens. Limits and prices of a model of your own can be set below.</source>
        <translation>价格按每百万令牌计。您自己的模型的上限和价格可在下方设置。</translation>
    </message>
    <message>
        <source>Find a model</source>
        <translation>查找模型</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Price in</source>
        <translation>输入价</translation>
    </message>
    <message>
        <source>Price out</source>
        <translation>输出价</translation>
    </message>
    <message>
        <source>Can</source>
        <translation>能力</translation>
    </message>
    <message>
        <source>Make it the default</source>
        <translation>设为默认</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>Limits and prices…</source>
        <translation>上限与价格…</translation>
    </message>
    <message>
        <source>tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>images</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>reasoning</source>
        <translation>推理</translation>
    </message>
    <message>
        <source>Notifications and sounds</source>
        <translation>通知与声音</translation>
    </message>
    <message>
        <source>Notifications</source>
        <translation>通知</translation>
    </message>
    <message>
        <source>When a request waits for you, a turn ends or a background task is done, and this window is not in front. Several within a moment become one.</source>
        <translation>当有请求等待您、一轮结束或后台任务完成，而此窗口不在前台时。片刻之内的多条合为一条。</translation>
    </message>
    <message>
        <source>Sound</source>
        <translation>声音</translation>
    </message>
    <message>
        <source>The system&apos;s own sound with each notification.</source>
        <translation>每条通知伴随系统提示音。</translation>
    </message>
    <message>
        <source>Try the sound</source>
        <translation>试听声音</translation>
    </message>
    <message>
        <source>This desktop has no place for notifications that Spinney can use; the window asks for attention in the task bar instead.</source>
        <translation>此桌面没有 Spinney 可用的通知位置；窗口会改为在任务栏中提醒。</translation>
    </message>
    <message>
        <source>Permissions</source>
        <translation>权限</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>From low to high; the last rule that matches wins. A deny of your own is final, and a project&apos;s rules may only tighten.</source>
        <translation>从低到高；最后匹配的规则生效。您自己的“拒绝”是最终的，项目的规则只能收紧。</translation>
    </message>
    <message>
        <source>Agent whose rules are shown</source>
        <translation>显示其规则的代理</translation>
    </message>
    <message>
        <source>Without an agent&apos;s own rules</source>
        <translation>不含代理自己的规则</translation>
    </message>
    <message>
        <source>Rules by layer</source>
        <translation>按层列出的规则</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Permission</source>
        <translation>权限</translation>
    </message>
    <message>
        <source>Pattern</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>动作</translation>
    </message>
    <message>
        <source>Written in</source>
        <translation>写于</translation>
    </message>
    <message>
        <source>Pattern, such as npm test *</source>
        <translation>模式，例如 npm test *</translation>
    </message>
    <message>
        <source>Pattern of the new rule</source>
        <translation>新规则的模式</translation>
    </message>
    <message>
        <source>Action of the new rule</source>
        <translation>新规则的动作</translation>
    </message>
    <message>
        <source>Add rule</source>
        <translation>添加规则</translation>
    </message>
    <message>
        <source>Remove the selected rule</source>
        <translation>删除所选规则</translation>
    </message>
    <message>
        <source>The rule is added.</source>
        <translation>规则已添加。</translation>
    </message>
    <message>
        <source>Try the rules</source>
        <translation>试用规则</translation>
    </message>
    <message>
        <source>What would happen to a command, a path or an address. Nothing is run.</source>
        <translation>看看一条命令、一个路径或地址会怎样。不会运行任何东西。</translation>
    </message>
    <message>
        <source>Command, path or address to try</source>
        <translation>要试的命令、路径或地址</translation>
    </message>
    <message>
        <source>It would be allowed.</source>
        <translation>会被允许。</translation>
    </message>
    <message>
        <source>You would be asked.</source>
        <translation>会询问您。</translation>
    </message>
    <message>
        <source>It would be denied.</source>
        <translation>会被拒绝。</translation>
    </message>
    <message>
        <source>“Always” would remember: {patterns}</source>
        <translation>“始终”会记住：{patterns}</translation>
    </message>
    <message>
        <source>Approvals</source>
        <translation>批准</translation>
    </message>
    <message>
        <source>What you allowed for good, and for what.</source>
        <translation>您长期允许的内容及其范围。</translation>
    </message>
    <message>
        <source>Holds for</source>
        <translation>适用于</translation>
    </message>
    <message>
        <source>Since</source>
        <translation>起始</translation>
    </message>
    <message>
        <source>Revoke</source>
        <translation>撤回</translation>
    </message>
    <message>
        <source>The approval no longer holds.</source>
        <translation>该批准不再有效。</translation>
    </message>
    <message>
        <source>Nothing yet.</source>
        <translation>还没有。</translation>
    </message>
    <message>
        <source>Trusted projects</source>
        <translation>受信任的项目</translation>
    </message>
    <message>
        <source>Only in these do a project&apos;s own settings, agents, commands and instructions act, and only as you saw them.</source>
        <translation>只有在这些项目中，项目自己的设置、代理、命令和指示才起作用，而且仅限您看到的内容。</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>No longer trust it</source>
        <translation>不再信任</translation>
    </message>
    <message>
        <source>The project is no longer trusted.</source>
        <translation>该项目不再受信任。</translation>
    </message>
    <message>
        <source>Allow</source>
        <translation>允许</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>询问</translation>
    </message>
    <message>
        <source>Deny</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>Defaults</source>
        <translation>默认</translation>
    </message>
    <message>
        <source>Yours</source>
        <translation>您的</translation>
    </message>
    <message>
        <source>Project</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Providers and keys</source>
        <translation>提供商与密钥</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>使用中</translation>
    </message>
    <message>
        <source>A key is looked for in the named environment variable, then in the system keyring. It is never written to a file.</source>
        <translation>先在指定的环境变量中查找密钥，然后在系统密钥环中查找。密钥绝不写入文件。</translation>
    </message>
    <message>
        <source>Providers in use</source>
        <translation>使用中的提供商</translation>
    </message>
    <message>
        <source>Provider</source>
        <translation>提供商</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>密钥</translation>
    </message>
    <message>
        <source>Enter another key</source>
        <translation>输入另一个密钥</translation>
    </message>
    <message>
        <source>Delete the key…</source>
        <translation>删除密钥…</translation>
    </message>
    <message>
        <source>Remove the provider…</source>
        <translation>移除提供商…</translation>
    </message>
    <message>
        <source>Found here</source>
        <translation>在本机找到</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>重新查找</translation>
    </message>
    <message>
        <source>Enter a key</source>
        <translation>输入密钥</translation>
    </message>
    <message>
        <source>Another server</source>
        <translation>其他服务器</translation>
    </message>
    <message>
        <source>None yet: enter a key or an address below.</source>
        <translation>还没有：请在下方输入密钥或地址。</translation>
    </message>
    <message>
        <source>It has no model to try yet.</source>
        <translation>它还没有可试的模型。</translation>
    </message>
    <message>
        <source>Delete the key of {name}?</source>
        <translation>删除 {name} 的密钥？</translation>
    </message>
    <message>
        <source>It is taken out of the system keyring and cannot be read again.</source>
        <translation>它会从系统密钥环中删除，之后无法再读取。</translation>
    </message>
    <message>
        <source>Delete the key</source>
        <translation>删除密钥</translation>
    </message>
    <message>
        <source>Keep it</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>The key is deleted.</source>
        <translation>密钥已删除。</translation>
    </message>
    <message>
        <source>Provider {name}</source>
        <translation>提供商 {name}</translation>
    </message>
    <message>
        <source>In the system keyring</source>
        <translation>在系统密钥环中</translation>
    </message>
    <message>
        <source>In the variable {name}</source>
        <translation>在变量 {name} 中</translation>
    </message>
    <message>
        <source>For this run only</source>
        <translation>仅本次运行</translation>
    </message>
    <message>
        <source>Needs none</source>
        <translation>不需要</translation>
    </message>
    <message>
        <source>On</source>
        <translation>开启</translation>
    </message>
    <message>
        <source>{name}: back to the default</source>
        <translation>{name}：恢复默认</translation>
    </message>
    <message>
        <source>Sandbox</source>
        <translation>沙盒</translation>
    </message>
    <message>
        <source>In the sandbox a command can write the project and a temporary folder only, sees no keys and no other program&apos;s secrets, and has no network.</source>
        <translation>在沙盒中，命令只能写入项目和临时文件夹，看不到密钥和其他程序的机密，也没有网络。</translation>
    </message>
    <message>
        <source>Use the sandbox</source>
        <translation>使用沙盒</translation>
    </message>
    <message>
        <source>Where it works</source>
        <translation>在可用之处</translation>
    </message>
    <message>
        <source>Always; without one no command runs</source>
        <translation>始终；没有沙盒就不运行命令</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source>Run without asking</source>
        <translation>运行时不询问</translation>
    </message>
    <message>
        <source>Commands that run in the sandbox do not ask.</source>
        <translation>在沙盒中运行的命令不再询问。</translation>
    </message>
    <message>
        <source>Also writable</source>
        <translation>另外可写</translation>
    </message>
    <message>
        <source>Folders, one in each line.</source>
        <translation>文件夹，每行一个。</translation>
    </message>
    <message>
        <source>Also hidden</source>
        <translation>另外隐藏</translation>
    </message>
    <message>
        <source>Files and folders that commands must not see.</source>
        <translation>命令不得看到的文件和文件夹。</translation>
    </message>
    <message>
        <source>Commands run in a sandbox (bubblewrap).</source>
        <translation>命令在沙盒（bubblewrap）中运行。</translation>
    </message>
    <message>
        <source>Keyboard</source>
        <translation>键盘</translation>
    </message>
    <message>
        <source>Shortcuts</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>Everything else is reached by its name in the command palette.</source>
        <translation>其余一切都可在命令面板中按名称找到。</translation>
    </message>
    <message>
        <source>Find an action or a key</source>
        <translation>查找操作或按键</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>What it does</source>
        <translation>作用</translation>
    </message>
</context>
<context>
    <name>Tour</name>
    <message>
        <source>Sessions</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Every conversation of every project, with the agents it started below it. A mark shows what works, what waits for you and what is new.</source>
        <translation>每个项目的每个对话，其下是它启动的代理。标记显示哪些在工作、哪些在等您、哪些是新的。</translation>
    </message>
    <message>
        <source>Say what you want done</source>
        <translation>说出您想完成的事</translation>
    </message>
    <message>
        <source>Enter sends. @ names a file or an agent, / runs a command, ! runs a shell line. You can go on typing while the agent works.</source>
        <translation>回车发送。@ 指定文件或代理，/ 运行命令，! 运行 Shell 行。代理工作时您可以继续输入。</translation>
    </message>
    <message>
        <source>Agent, model, mode</source>
        <translation>代理、模型、模式</translation>
    </message>
    <message>
        <source>Who answers, with which model, and how much it may do without asking you.</source>
        <translation>由谁回答、用哪个模型，以及不问您可以做多少。</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Agents and commands that work in the background. Stop one, send it a message, or open its conversation.</source>
        <translation>在后台工作的代理和命令。可以停止、发送消息或打开其对话。</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>What waits for your answer. Nothing is done without it, and nothing is denied because you were away.</source>
        <translation>等待您回答的内容。没有您的回答不会做任何事，也不会因为您不在而被拒绝。</translation>
    </message>
    <message>
        <source>Everything by keyboard</source>
        <translation>一切皆可用键盘</translation>
    </message>
    <message>
        <source>Ctrl+Shift+P finds every action, session, file, agent and setting by its name. F1 shows all keys.</source>
        <translation>Ctrl+Shift+P 按名称查找任何操作、会话、文件、代理和设置。F1 显示所有按键。</translation>
    </message>
    <message>
        <source>Tour</source>
        <translation>导览</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>上一步</translation>
    </message>
    <message>
        <source>End</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一步</translation>
    </message>
</context>
<context>
    <name>Usage</name>
    <message>
        <source>Together {amount}</source>
        <translation>合计 {amount}</translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Usage</source>
        <translation>用量</translation>
    </message>
    <message>
        <source>Period</source>
        <translation>时段</translation>
    </message>
    <message>
        <source>The last 7 days</source>
        <translation>最近 7 天</translation>
    </message>
    <message>
        <source>The last 30 days</source>
        <translation>最近 30 天</translation>
    </message>
    <message>
        <source>The last 90 days</source>
        <translation>最近 90 天</translation>
    </message>
    <message>
        <source>The last year</source>
        <translation>最近一年</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Summed by</source>
        <translation>汇总方式</translation>
    </message>
    <message>
        <source>By day</source>
        <translation>按日</translation>
    </message>
    <message>
        <source>By model</source>
        <translation>按模型</translation>
    </message>
    <message>
        <source>By agent</source>
        <translation>按代理</translation>
    </message>
    <message>
        <source>By session</source>
        <translation>按会话</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>度量</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>令牌</translation>
    </message>
    <message>
        <source>Export as CSV…</source>
        <translation>导出为 CSV…</translation>
    </message>
    <message>
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Cached</source>
        <translation>缓存</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>The others</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>Nothing was used yet: start a session and come back.</source>
        <translation>还没有用量：开始一个会话后再来看。</translation>
    </message>
    <message>
        <source>Nobody knows the price of what was used; look at the tokens.</source>
        <translation>不知道所用内容的价格；请看令牌数。</translation>
    </message>
    <message>
        <source>Usage by day</source>
        <translation>每日用量</translation>
    </message>
    <message>
        <source>{cost} for {tokens} tokens</source>
        <translation>{tokens} 令牌，费用 {cost}</translation>
    </message>
    <message>
        <source>Budget</source>
        <translation>预算</translation>
    </message>
    <message>
        <source>For a day</source>
        <translation>每天</translation>
    </message>
    <message>
        <source>For a month</source>
        <translation>每月</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Used: {label}</source>
        <translation>已用：{label}</translation>
    </message>
    <message>
        <source>A warning comes when 80 % is spent and when all of it is. Nothing is stopped.</source>
        <translation>用到 80 % 和用完时会发出警告。不会停止任何东西。</translation>
    </message>
    <message>
        <source>{used} of {budget}</source>
        <translation>{used} / {budget}</translation>
    </message>
    <message>
        <source>The budget is saved.</source>
        <translation>预算已保存。</translation>
    </message>
    <message>
        <source>Export as CSV</source>
        <translation>导出为 CSV</translation>
    </message>
    <message>
        <source>Written to {file}.</source>
        <translation>已写入 {file}。</translation>
    </message>
</context>
</TS>
